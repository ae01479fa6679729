// The special functions of crates/num, translated by `cargo run -p xtask -- gen`. Each section is one function or
// constant.

//:: special_tuples has special_tuple2 special_tuple3 special_tuple4
template <class A, class B> struct special_tuple2 { A first; B second; };
template <class A, class B, class C> struct special_tuple3 { A first; B second; C third; };
template <class A, class B, class C, class D> struct special_tuple4 { A first; B second; C third; D fourth; };

//:: special_casts has special_to_i32 special_to_index special_to_i64 special_to_u32 special_to_u64
// Rust's conversions: NaN is zero, and what is out of range is the nearest integer.
inline int special_to_i32(double x) { return x != x ? 0 : __double2int_rz(x); }
inline int special_to_index(double x) { return x > 0.0 ? __double2int_rz(x) : 0; }
inline long long special_to_i64(double x) { return x != x ? 0 : __double2ll_rz(x); }
inline unsigned int special_to_u32(double x) { return x > 0.0 ? __double2uint_rz(x) : 0u; }
inline unsigned long long special_to_u64(double x) { return x > 0.0 ? __double2ull_rz(x) : 0ull; }

//:: special_near_cosine has special_near_cosine
// The device's cosine, told that no argument is large, so that it has no path for those.
inline double special_near_cosine(double x) {
    __builtin_assume(!(fabs(x) >= 2147483648.0));
    return cos(x);
}

//:: special_AROUND_ONE has special_AROUND_ONE
constexpr double special_AROUND_ONE[27] = {-0.5772156649015329, 0.8224670334241132, -0.40068563438653143, 0.27058080842778454, -0.20738555102867398, 0.1695571769974082, -0.1440498967688461, 0.12550966952474304, -0.11133426586956469, 0.1000994575127818, -0.09095401714582904, 0.083353840546109, -0.0769325164113522, 0.07143294629536133, -0.06666870588242046, 0.06250095514121304, -0.058823978658684585, 0.055555767627403614, -0.05263167937961666, 0.05000004769810169, -0.047619070330142226, 0.04545455629320467, -0.04347826605304026, 0.04166666915034121, -0.04000000119214014, 0.03846153903467518, -0.037037037312989324};

//:: special_ASIN has special_ASIN
constexpr double special_ASIN[13] = {0.16666666666666752, 0.0749999999997315, 0.04464285717236861, 0.030381942815076998, 0.022372211982030567, 0.0173516655888634, 0.013980184093834582, 0.011404068082388074, 0.010751656079494408, 0.003813270416705725, 0.021450242779625966, -0.020638983964698716, 0.032405832749597234};

//:: special_ATAN has special_ATAN
constexpr double special_ATAN[12] = {-0.33333333333333315, 0.1999999999999272, -0.14285714284807122, 0.11111111054260556, -0.09090906996695781, 0.07692258383053333, -0.06665888236504826, 0.058738999905195696, -0.05199453157359554, 0.044307784298846714, -0.03187239925571524, 0.013654513115685019};

//:: special_ATANH_CUBED has special_ATANH_CUBED
constexpr double special_ATANH_CUBED[16] = {1.0 / 3.0, 1.0 / 5.0, 1.0 / 7.0, 1.0 / 9.0, 1.0 / 11.0, 1.0 / 13.0, 1.0 / 15.0, 1.0 / 17.0, 1.0 / 19.0, 1.0 / 21.0, 1.0 / 23.0, 1.0 / 25.0, 1.0 / 27.0, 1.0 / 29.0, 1.0 / 31.0, 1.0 / 33.0};

//:: special_ATAN_HALF needs special_tuples has special_ATAN_HALF
constexpr special_tuple2<double, double> special_ATAN_HALF = special_tuple2<double, double>{0.4636476090008061, 2.2698777452961687e-17};

//:: special_ATAN_TWO needs special_tuples has special_ATAN_TWO
constexpr special_tuple2<double, double> special_ATAN_TWO = special_tuple2<double, double>{1.1071487177940904, 9.40447137356638e-17};

//:: special_BETWEEN_SERIES has special_BETWEEN_SERIES
constexpr double special_BETWEEN_SERIES = 0.82;

//:: special_CENTRE has special_CENTRE
constexpr double special_CENTRE[8] = {3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987, 67265.7709270087, 33430.57558358813, 2509.0809287301227};

//:: special_CENTRE_DIVISOR has special_CENTRE_DIVISOR
constexpr double special_CENTRE_DIVISOR[8] = {1.0, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271, 28729.085735721943, 5226.495278852854};

//:: special_COS has special_COS
constexpr double special_COS[6] = {0.041666666666666644, -0.0013888888888882061, 2.4801587294420203e-5, -2.755731576478878e-7, 2.0875912663246263e-9, -1.1369298750223102e-11};

//:: special_DAWSON has special_DAWSON
constexpr double special_DAWSON[18] = {1.0, -0.6666666666666666, 0.26666666666666666, -0.0761904761904762, 0.016931216931216932, -0.003078403078403076, 0.0004736004736004577, -6.314672981331287e-5, 7.4290270365419196e-6, -7.820028450085919e-7, 7.44764592895111e-8, -6.476210117659081e-9, 5.180918102980142e-10, -3.837208136522619e-11, 2.642482003969454e-12, -1.6835793681632005e-13, 9.407059627466873e-15, -3.5528681129142184e-16};

//:: special_DEBYE_1 has special_DEBYE_1
constexpr double special_DEBYE_1[2] = {1.0 / 8.0, -5.0 / 24.0};

//:: special_DEBYE_2 has special_DEBYE_2
constexpr double special_DEBYE_2[3] = {9.0 / 128.0, -77.0 / 192.0, 385.0 / 1152.0};

//:: special_DEBYE_3 has special_DEBYE_3
constexpr double special_DEBYE_3[4] = {75.0 / 1024.0, -4563.0 / 5120.0, 17017.0 / 9216.0, -85085.0 / 82944.0};

//:: special_DEBYE_4 has special_DEBYE_4
constexpr double special_DEBYE_4[5] = {3675.0 / 32768.0, -96833.0 / 40960.0, 144001.0 / 16384.0, -7436429.0 / 663552.0, 37182145.0 / 7962624.0};

//:: special_DEBYE_5 has special_DEBYE_5
constexpr double special_DEBYE_5[6] = {59535.0 / 262144.0, -67608983.0 / 9175040.0, 250881631.0 / 5898240.0, -108313205.0 / 1179648.0, 5391411025.0 / 63700992.0, -5391411025.0 / 191102976.0};

//:: special_DEBYE_6 has special_DEBYE_6
constexpr double special_DEBYE_6[7] = {2401245.0 / 4194304.0, -388895895.0 / 14680064.0, 1441372804469.0 / 6606028800.0, -33010308331.0 / 47185920.0, 4445922195.0 / 4194304.0, -1169936192425.0 / 1528823808.0, 5849680962125.0 / 27518828544.0};

//:: special_DIGAMMA_FAR has special_DIGAMMA_FAR
constexpr double special_DIGAMMA_FAR[8] = {1.0 / 12.0, -1.0 / 120.0, 1.0 / 252.0, -1.0 / 240.0, 1.0 / 132.0, -691.0 / 32760.0, 1.0 / 12.0, -3617.0 / 8160.0};

//:: special_DIGAMMA_MIDDLE has special_DIGAMMA_MIDDLE
constexpr double special_DIGAMMA_MIDDLE[24] = {0.9510558760318328, -0.42362742128146047, 0.24054248424078736, -0.14840492305391761, 0.09498872445283, -0.06192213327165706, 0.04076083394462657, -0.02697579684427536, 0.017907248195969127, -0.011908215172584002, 0.007927024067961237, -0.00528001782089874, 0.0035180800751066694, -0.002344650082351321, 0.0015635679757533885, -0.001042261556504223, 0.0006899717801166841, -0.0004599625144612576, 0.0003268068044141764, -0.0002178682145501451, 9.173383289174792e-5, -6.11554261750751e-5, 0.00012230983055406747, -8.153978973309418e-5};

//:: special_ERF has special_ERF
constexpr double special_ERF[13] = {0.12837916709551256, -0.37612638903183687, 0.11283791670953326, -0.026866170644880158, 0.005223977623374163, -0.000854832691387768, 0.00012055329054334472, -1.4925552359068608e-5, 1.6460390052108385e-6, -1.6344479526796739e-7, 1.46239637852289e-8, -1.1245240831276472e-9, 5.756576249720659e-11};

//:: special_ERFC has special_ERFC
constexpr double special_ERFC[25] = {1.2648381843668615, -0.12235676308240204, -0.09902453957360187, 0.15762991902298304, -0.10296705603857327, 0.032760893275912355, 0.0009318928173407695, -0.004382078443855671, 0.0004918658143365327, 0.0006321251664431883, -8.84792635321763e-5, -0.00011352640639525309, 6.266210173864183e-6, 2.2712461424863757e-5, 2.608208313240924e-6, -4.244977006312677e-6, -1.5837234555802265e-6, 5.654967628313675e-7, 5.316473858007105e-7, -2.8811346201374086e-9, -1.2457962288795936e-7, -1.941571184389824e-8, 1.910839684364571e-8, 3.330735823669555e-9, -1.4462664666039684e-9};

//:: special_ERFC_F32 has special_ERFC_F32
constexpr float special_ERFC_F32[12] = {1.2648382f, -0.12235678f, -0.09902469f, 0.15763055f, -0.102964535f, 0.032753933f, 0.00091733085f, -0.004347761f, 0.00052491174f, 0.0005517193f, -0.00011096628f, -3.2727803e-5f};

//:: special_ERF_F32 has special_ERF_F32
constexpr float special_ERF_F32[7] = {0.12837914f, -0.37612572f, 0.112832114f, -0.026842063f, 0.005169909f, -0.0007869407f, 7.4357195e-5f};

//:: special_ETA_OVER_EXCESS has special_ETA_OVER_EXCESS
constexpr double special_ETA_OVER_EXCESS[25] = {1.0, -0.3333333333333333, 0.08333333333333333, -0.014814814814814815, 0.0011574074074074073, 0.0003527336860670194, -0.0001787551440329218, 3.919263178522438e-5, -2.185448510679992e-6, -1.85406221071516e-6, 8.296711340953087e-7, -1.7665952736826078e-7, 6.707853543401498e-9, 1.0261809784240309e-8, -4.382036018453353e-9, 9.14769958223679e-10, -2.5514193994946248e-11, -5.830772132550426e-11, 2.4361948020667415e-11, -5.0276692801141755e-12, 1.1004392031956135e-13, 3.371763262400985e-13, -1.392388722418162e-13, 2.8534893807047445e-14, -5.139111834242572e-16};

//:: special_EXP has special_EXP
constexpr double special_EXP[10] = {0.5000000000000013, 0.16666666666666677, 0.04166666666651443, 0.008333333333321626, 0.0013888888947220744, 0.0001984126988612972, 2.4801489767265587e-5, 2.7557244213758303e-6, 2.763133314155873e-7, 2.510903289232995e-8};

//:: special_EXP2 has special_EXP2
constexpr double special_EXP2[10] = {0.24022650695910133, 0.05550410866482161, 0.009618129107593337, 0.001333355814640971, 0.0001540353045807443, 1.5252733838545127e-5, 1.3215434819332783e-6, 1.0178058304889094e-7, 7.073859786469253e-9, 4.4556396009446446e-10};

//:: special_EXPM1 has special_EXPM1
constexpr double special_EXPM1[10] = {0.16666666666666677, 0.04166666666666667, 0.008333333333321626, 0.0013888888888880528, 0.0001984126988612972, 2.480158733362382e-5, 2.7557244213758303e-6, 2.75572656546369e-7, 2.510903289232995e-8, 2.0917411967410002e-9};

//:: special_EXP_F32 has special_EXP_F32
constexpr float special_EXP_F32[6] = {0.5f, 0.16666667f, 0.041666266f, 0.008333289f, 0.0013946214f, 0.00019904943f};

//:: special_FAR has special_FAR
constexpr double special_FAR[8] = {6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124, 0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7};

//:: special_FAR_DIVISOR has special_FAR_DIVISOR
constexpr double special_FAR_DIVISOR[8] = {1.0, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133, 1.8463183175100548e-5, 1.421511758316446e-7, 2.0442631033899397e-15};

//:: special_FAR_FROM_TURNING has special_FAR_FROM_TURNING
constexpr double special_FAR_FROM_TURNING = 40.0;

//:: special_FIRST has special_FIRST
constexpr int special_FIRST = 1;

//:: special_FRAC_PI_2_LOW has special_FRAC_PI_2_LOW
constexpr double special_FRAC_PI_2_LOW = 6.123233995736766e-17;

//:: special_FRAC_PI_4_LOW has special_FRAC_PI_4_LOW
constexpr double special_FRAC_PI_4_LOW = 3.061616997868383e-17;

//:: special_FREEDOM has special_FREEDOM
constexpr int special_FREEDOM = 4;

//:: special_FRESNEL_C has special_FRESNEL_C
constexpr double special_FRESNEL_C[15] = {1.0, -0.24674011002723398, 0.028185500877894225, -0.0016048831356425355, 5.4074133814083916e-5, -1.2000972558600288e-6, 1.8843499115272686e-8, -2.2022769254454663e-10, 1.989685792418022e-12, -1.4309189731715198e-14, 8.384729705118554e-17, -4.079981449233878e-19, 1.6748476126215183e-21, -5.877896118036892e-24, 1.7837783103437512e-26};

//:: special_FRESNEL_F has special_FRESNEL_F
constexpr double special_FRESNEL_F[31] = {0.9899515913220592, 0.016835425210267926, -0.009799261128786959, 0.003818079924618048, -0.000891000239673771, 6.343477499902415e-5, 3.1844335981809637e-5, -1.094857667728219e-5, 3.336546833786352e-7, 6.472966900752465e-7, -1.336899707871347e-7, -2.5883964702665853e-8, 1.366672682083039e-8, 3.2340787830229155e-10, -1.1483181106342609e-9, 8.522499580716258e-11, 9.263144113601082e-11, -1.4452809978757769e-11, -7.639889913958857e-12, 1.758270392611684e-12, 6.691390277393078e-13, -1.9484727198396478e-13, -6.379032799378132e-14, 2.0888123481075344e-14, 6.684671894279245e-15, -2.2017722585803685e-15, -7.646493462415379e-16, 2.271844512543037e-16, 9.360005732014819e-17, -2.2432019481709407e-17, -1.1958273529870568e-17};

//:: special_FRESNEL_G has special_FRESNEL_G
constexpr double special_FRESNEL_G[34] = {0.9573646164306258, 0.07050088705067786, -0.039106383719093016, 0.01342821170982076, -0.0019799331253489275, -0.000438137347112634, 0.0002729558672710409, -3.321540737142111e-5, -1.4391972000067473e-5, 5.633106749657261e-6, 1.8969502049068698e-7, -5.196252743971779e-7, 5.919060198091243e-8, 3.979231050260019e-8, -1.0148456866879825e-8, -2.7907962521628763e-9, 1.2429674264338584e-9, 1.862610797498031e-10, -1.3921001340220045e-10, -1.2227270276130531e-11, 1.5329106955906994e-11, 8.584385539114607e-13, -1.7087246294771147e-12, -7.806989789773288e-14, 1.948047025546412e-13, 1.0542471736806734e-14, -2.269347523730553e-14, -1.8209046949313727e-15, 2.677878765006219e-15, 3.324932307620571e-16, -3.1526929210023145e-16, -5.937682929359733e-17, 3.619758340802929e-17, 1.0165292720222346e-17};

//:: special_FRESNEL_S has special_FRESNEL_S
constexpr double special_FRESNEL_S[15] = {0.5235987755982989, -0.09228058535803518, 0.007244784204197004, -0.0003121169423545792, 8.444272883545254e-6, -1.564714450092211e-7, 2.1082121933214546e-9, -2.1574306805843444e-11, 1.7334102088874846e-13, -1.1223244787983955e-15, 5.980053239210405e-18, -2.6678713628413992e-20, 1.011069642466722e-22, -3.295271477907068e-25, 9.334382689020993e-28};

//:: special_GAMMALN_TWO has special_GAMMALN_TWO
constexpr double special_GAMMALN_TWO[20] = {0.42278433509846713, 0.3224670334241132, -0.06735230105319814, 0.02058080842778457, -0.0073855510286681535, 0.002890510330738737, -0.0011927539120010226, 0.0005096695248853096, -0.00022315475074520367, 9.945750909889392e-5, -4.4926351103833334e-5, 2.050726741605779e-5, -9.438458716242811e-6, 4.374374916915131e-6, -2.0449201467015115e-6, 9.578663334114758e-7, -4.303558760359961e-7, 2.0304806751615227e-7, -1.3412819758517287e-7, 6.379047507619774e-8};

//:: special_GAMMA_MIDDLE has special_GAMMA_MIDDLE
constexpr double special_GAMMA_MIDDLE[18] = {1.329340388179137, 0.9347345216260855, 0.6545585779813361, 0.2538712468411431, 0.1096732340022263, 0.028360780594813752, 0.01039240342319837, 0.0016074004859635903, 0.0007544741843398753, 3.941763325825312e-6, 6.132933686364514e-5, -1.2801398595590587e-5, 7.258179334692199e-6, -2.561960809450555e-6, 1.0654567795576118e-6, -4.1866472217648884e-7, 2.0594390312960716e-7, -8.228337612513728e-8};

//:: special_HALF_LOG_TAU has special_HALF_LOG_TAU
constexpr double special_HALF_LOG_TAU = 0.9189385332046728;

//:: special_HALF_LOG_TWO_PI has special_HALF_LOG_TWO_PI
constexpr double special_HALF_LOG_TWO_PI = 0.9189385332046728;

//:: special_I0_LARGE has special_I0_LARGE
constexpr double special_I0_LARGE[23] = {0.4021765094450081, 0.0033605519836677235, 0.00013621607439187193, 1.1143033802583682e-5, 1.4838475863096976e-6, 2.9735956581528157e-7, 8.872154618944625e-8, 3.932926571091252e-8, 2.155681110989874e-8, 7.532386417555123e-9, -6.805980075129678e-9, -1.331979859201994e-8, -5.162517880939013e-9, 7.323310735122893e-9, 6.789790403895736e-9, -3.11851456121224e-9, -4.8482509221176966e-9, 1.0924527246468664e-9, 2.3981927228949238e-9, -2.748111637276033e-10, -7.473844621887592e-10, 3.525321019700796e-11, 1.0881994785468934e-10};

//:: special_I0_SMALL has special_I0_SMALL
constexpr double special_I0_SMALL[29] = {0.2070019212239867, -0.11300432688620536, 0.09451562853995125, -0.08904344136077733, 0.08734341617550884, -0.08496338091542556, 0.07927522590752974, -0.06954119563154397, 0.05677703201501785, -0.04298594929673067, 0.03017791206221918, -0.019682655784004566, 0.011960077703464203, -0.006792394821044967, 0.0036171271654272855, -0.0018119029764120445, 0.0008563135177565376, -0.0003828654139905961, 0.0001624084559061418, -6.55678677969644e-5, 2.5198651465609148e-5, -9.183910794736519e-6, 3.232396382443255e-6, -1.1419495259048662e-6, 3.659216730162776e-7, -8.594601526025913e-8, 2.679771004975793e-8, -1.631130691668671e-8, 4.394426308340083e-9};

//:: special_J0_P has special_J0_P
constexpr double special_J0_P[17] = {0.9994603493475187, -0.0005365220468132117, 3.0751847875194745e-6, -5.1705945376060975e-8, 1.6306464635151382e-9, -7.86409137723707e-11, 5.168262387349193e-12, -4.3045788699253914e-13, 4.3265957431549404e-14, -5.069034095935236e-15, 6.748072215733873e-16, -1.0011513723467786e-16, 1.6305919233744186e-17, -2.880866169482871e-18, 5.468082783259038e-19, -1.1062036496829717e-19, 2.3694957934721316e-20};

//:: special_J0_POWERS has special_J0_POWERS
constexpr double special_J0_POWERS[15] = {1.0, -0.25, 0.015625, -0.00043402777777777775, 6.781684027777777e-6, -6.781684027777778e-8, 4.709502797067901e-10, -2.4028075495244395e-12, 9.385966990329842e-15, -2.896903392077112e-17, 7.242258480192779e-20, -1.4963343967340453e-22, 2.5978027721077174e-25, -3.842903509035085e-28, 4.9016626390753635e-31};

//:: special_J0_Q has special_J0_Q
constexpr double special_J0_Q[17] = {-0.015555854605337009, 6.838519942611649e-5, -7.414498411060647e-7, 1.7972457247968992e-8, -7.27191593686632e-10, 4.2201219046687385e-11, -3.206747420996635e-12, 3.006145125351706e-13, -3.336328185322427e-14, 4.255225040245461e-15, -6.09993013164005e-16, 9.662128970303257e-17, -1.6686065214378146e-17, 3.1082440486738143e-18, -6.191115787358145e-19, 1.3091448717220122e-19, -2.9211627152642775e-20};

//:: special_J0_SMALL has special_J0_SMALL
constexpr double special_J0_SMALL[21] = {0.0003311322480893004, 0.3394538464914075, -0.10465926656795849, -0.11095045948290023, 0.058541021093765876, -0.012517107840486366, 0.001578172319805058, -0.00013450091586556754, 8.352082008502486e-6, -3.967752960485518e-7, 1.493049002625865e-8, -4.56866674843498e-10, 1.1605396736605031e-11, -2.488564872661597e-13, 4.567442075556534e-15, -7.259497827759175e-17, 1.0092352668987941e-18, -1.2379213862922066e-20, 1.3499016505095213e-22, -1.3174328560921055e-24, 1.1576070894616228e-26};

//:: special_LARGEST_OF_NEWTON has special_LARGEST_OF_NEWTON
constexpr double special_LARGEST_OF_NEWTON = 100000000.0;

//:: special_LARGEST_RECURRED has special_LARGEST_RECURRED
constexpr double special_LARGEST_RECURRED = 4096.0;

//:: special_LARGEST_TURNING has special_LARGEST_TURNING
constexpr double special_LARGEST_TURNING = 1000000000.0;

//:: special_LAST_STEP has special_LAST_STEP
constexpr double special_LAST_STEP = 1e-9;

//:: special_LEAST_ASYMPTOTIC has special_LEAST_ASYMPTOTIC
constexpr double special_LEAST_ASYMPTOTIC = 7.0;

//:: special_LEAST_OF_FRACTION has special_LEAST_OF_FRACTION
constexpr double special_LEAST_OF_FRACTION = 0.001;

//:: special_LEAST_QUOTIENT has special_LEAST_QUOTIENT
constexpr double special_LEAST_QUOTIENT = 8.0;

//:: special_LEAST_STIRLING has special_LEAST_STIRLING
constexpr double special_LEAST_STIRLING = 8.0;

//:: special_LEAST_UNIFORM has special_LEAST_UNIFORM
constexpr double special_LEAST_UNIFORM = 20.0;

//:: special_LN2_HIGH has special_LN2_HIGH
constexpr double special_LN2_HIGH = 0.6931471803691238;

//:: special_LN2_HIGH_F32 has special_LN2_HIGH_F32
constexpr float special_LN2_HIGH_F32 = 0.69314575f;

//:: special_LN2_LOW has special_LN2_LOW
constexpr double special_LN2_LOW = 1.9082149292705877e-10;

//:: special_LN2_LOW_F32 has special_LN2_LOW_F32
constexpr float special_LN2_LOW_F32 = 1.4286068e-6f;

//:: special_LOG has special_LOG
constexpr double special_LOG[7] = {0.6666666666666734, 0.3999999999941922, 0.2857142874138838, 0.22222198674211727, 0.18183559162100252, 0.15314180395006663, 0.1479467320844873};

//:: special_LOG2_E has special_LOG2_E
constexpr double special_LOG2_E = 1.4426950408889634;

//:: special_LOG2_E_HIGH has special_LOG2_E_HIGH
constexpr double special_LOG2_E_HIGH = 1.4426950408889634;

//:: special_LOG2_E_REST has special_LOG2_E_REST
constexpr double special_LOG2_E_REST = 2.0355273740931033e-17;

//:: special_LOG_FACTORIALS has special_LOG_FACTORIALS
constexpr double special_LOG_FACTORIALS[10] = {0.0, 0.0, 0.6931471805599453, 1.791759469228055, 3.1780538303479458, 4.787491742782046, 6.579251212010101, 8.525161361065415, 10.60460290274525, 12.801827480081469};

//:: special_LOG_PI has special_LOG_PI
constexpr double special_LOG_PI = 1.1447298858494002;

//:: special_MAGIC has special_MAGIC
constexpr double special_MAGIC = 6755399441055744.0;

//:: special_MAGIC_F32 has special_MAGIC_F32
constexpr float special_MAGIC_F32 = 12582912.0f;

//:: special_MANTISSA has special_MANTISSA
constexpr unsigned long long special_MANTISSA = 4503599627370495ull;

//:: special_MIDDLE has special_MIDDLE
constexpr double special_MIDDLE[8] = {1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684, 0.2417807251774506, 0.022723844989269184, 0.0007745450142783414};

//:: special_MIDDLE_DIVISOR has special_MIDDLE_DIVISOR
constexpr double special_MIDDLE_DIVISOR[8] = {1.0, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457, 0.0005475938084995345, 1.0507500716444169e-9};

//:: special_MIDPOINTS has special_MIDPOINTS
constexpr double special_MIDPOINTS[12] = {0.9366460212365959, 0.5548549101598534, 0.1947095780852903, 0.04047614460380574, 0.004984423132468586, 0.00036360898638930446, 1.571296901780048e-5, 4.022405421564814e-7, 6.0998249159121596e-9, 5.479650239757527e-11, 2.916031755179499e-13, 9.192541525134372e-16};

//:: special_MOST_DEGREES has special_MOST_DEGREES
constexpr double special_MOST_DEGREES = 100000000000000.0;

//:: special_MOST_OF_FRACTION has special_MOST_OF_FRACTION
constexpr int special_MOST_OF_FRACTION = 4000;

//:: special_MOST_SAMPLES has special_MOST_SAMPLES
constexpr double special_MOST_SAMPLES = 100000.0;

//:: special_MOST_SMALL has special_MOST_SMALL
constexpr double special_MOST_SMALL = 1.1;

//:: special_MOST_STEED_TERMS has special_MOST_STEED_TERMS
constexpr int special_MOST_STEED_TERMS = 80;

//:: special_MOST_STEPS has special_MOST_STEPS
constexpr int special_MOST_STEPS = 100000;

//:: special_MOST_STEPS_OF_NEWTON has special_MOST_STEPS_OF_NEWTON
constexpr int special_MOST_STEPS_OF_NEWTON = 60;

//:: special_MOST_STEPS_OF_RIDDERS has special_MOST_STEPS_OF_RIDDERS
constexpr int special_MOST_STEPS_OF_RIDDERS = 40;

//:: special_MOST_TERMS has special_MOST_TERMS
constexpr int special_MOST_TERMS = 10000;

//:: special_MOST_WIDENINGS has special_MOST_WIDENINGS
constexpr int special_MOST_WIDENINGS = 12;

//:: special_NODES has special_NODES
constexpr double special_NODES[32] = {0.0013680690752592183, 0.007194244227365833, 0.017618872206246784, 0.03254696203113015, 0.05183942211697394, 0.07531619313371501, 0.1027581020160288, 0.13390894062985517, 0.1684778665348924, 0.20614212137961885, 0.2465500455338853, 0.2893243619346823, 0.33406569885893617, 0.38035631887393145, 0.42776401920860174, 0.4758461671561308, 0.5241538328438692, 0.5722359807913983, 0.6196436811260685, 0.6659343011410638, 0.7106756380653176, 0.7534499544661147, 0.7938578786203812, 0.8315221334651076, 0.8660910593701449, 0.8972418979839712, 0.9246838068662849, 0.9481605778830261, 0.9674530379688698, 0.9823811277937532, 0.9928057557726342, 0.9986319309247408};

//:: special_PI_LOW has special_PI_LOW
constexpr double special_PI_LOW = 1.2246467991473532e-16;

//:: special_POINTS has special_POINTS
constexpr double special_POINTS[11] = {0.7696654124932398, 0.350919807178411, 0.09478022484215486, 0.01516461986454657, 0.0014373060804075317, 8.06995175703046e-5, 2.684086793096743e-6, 5.2884221169441576e-8, 6.17247886522431e-10, 4.267731135455224e-12, 1.7479879405655014e-14};

//:: special_POW has special_POW
constexpr double special_POW[8] = {0.39999999999999997, 0.28571428571434176, 0.22222222220115587, 0.18181818564226576, 0.15384577038479527, 0.1333556850719866, 0.11689492085425329, 0.11871017803053072};

//:: special_REACH has special_REACH
constexpr double special_REACH = 130.0;

//:: special_ROOT_HALF has special_ROOT_HALF
constexpr unsigned long long special_ROOT_HALF = 4604544269498187776ull;

//:: special_SECOND_FREEDOM has special_SECOND_FREEDOM
constexpr int special_SECOND_FREEDOM = 3;

//:: special_SHAPE has special_SHAPE
constexpr int special_SHAPE = 0;

//:: special_SIN has special_SIN
constexpr double special_SIN[6] = {-0.16666666666666632, 0.008333333333322418, -0.00019841269829812023, 2.7557313693620654e-6, -2.5050758415702846e-8, 1.5896814853860778e-10};

//:: special_SINH has special_SINH
constexpr double special_SINH[8] = {0.16666666666666666, 0.008333333333333333, 0.00019841269841269592, 2.755731922412018e-6, 2.5052108345654353e-8, 1.6059050704326124e-10, 7.646476456955315e-13, 2.848395879113187e-15};

//:: special_SMALLEST_FAR has special_SMALLEST_FAR
constexpr double special_SMALLEST_FAR = 25.0;

//:: special_SMALLEST_NORMAL has special_SMALLEST_NORMAL
constexpr double special_SMALLEST_NORMAL = 2.2250738585072014e-308;

//:: special_STEP has special_STEP
constexpr double special_STEP = 0.5116633539732443;

//:: special_STEPS has special_STEPS
constexpr int special_STEPS = 14;

//:: special_STEPS_OF_DUPLICATION has special_STEPS_OF_DUPLICATION
constexpr int special_STEPS_OF_DUPLICATION = 1100;

//:: special_STIRLING has special_STIRLING
constexpr double special_STIRLING[10] = {1.0 / 12.0, -1.0 / 360.0, 1.0 / 1260.0, -1.0 / 1680.0, 1.0 / 1188.0, -691.0 / 360360.0, 1.0 / 156.0, -3617.0 / 122400.0, 43867.0 / 244188.0, -174611.0 / 125400.0};

//:: special_SUCCESSES has special_SUCCESSES
constexpr int special_SUCCESSES = 2;

//:: special_TAIL has special_TAIL
constexpr double special_TAIL[12] = {1.0 / 12.0, -1.0 / 720.0, 1.0 / 30240.0, -1.0 / 1209600.0, 1.0 / 47900160.0, -691.0 / 1307674368000.0, 1.0 / 74724249600.0, -3617.0 / 1.067062284288e16, 43867.0 / 5.109094217170944e18, -174611.0 / 8.028576626982912e20, 77683.0 / 1.4101100039391804e22, -236364091.0 / 1.6938241367317436e27};

//:: special_TRIGONOMETRIC_FAR_RANGE has special_TRIGONOMETRIC_FAR_RANGE
constexpr double special_TRIGONOMETRIC_FAR_RANGE = 1000000000.0;

//:: special_TRIGONOMETRIC_RANGE has special_TRIGONOMETRIC_RANGE
constexpr double special_TRIGONOMETRIC_RANGE = 51471.0;

//:: special_TWO_52 has special_TWO_52
constexpr double special_TWO_52 = 4503599627370496.0;

//:: special_TWO_OVER_PI has special_TWO_OVER_PI
constexpr unsigned long long special_TWO_OVER_PI[43] = {0ull, 2734261102ull, 1313084713ull, 4230436817ull, 4113882560ull, 3680671129ull, 1011060801ull, 4266746795ull, 3736847713ull, 3072618042ull, 1112396512ull, 105459434ull, 164729372ull, 4263373596ull, 2972297022ull, 3900847605ull, 784024708ull, 3919343654ull, 3026157121ull, 965858873ull, 2203269620ull, 2625920907ull, 3187222587ull, 536385535ull, 3724908559ull, 4012839307ull, 1510632735ull, 1832287951ull, 667617719ull, 1330003814ull, 2657085997ull, 1965537991ull, 3957715323ull, 1023883767ull, 2320667370ull, 1811636145ull, 529358088ull, 1443049542ull, 4235946923ull, 4040145952ull, 2599695901ull, 2850263393ull, 1592138504ull};

//:: special_TWO_OVER_ROOT_PI has special_TWO_OVER_ROOT_PI
constexpr double special_TWO_OVER_ROOT_PI = 1.1283791670955126;

//:: special_UNIFORM_RANGE has special_UNIFORM_RANGE
constexpr double special_UNIFORM_RANGE = 0.3;

//:: special_WEIGHTS has special_WEIGHTS
constexpr double special_WEIGHTS[32] = {0.003509305004735048, 0.008137197365452835, 0.01269603265463103, 0.017136931456510716, 0.02141794901111334, 0.025499029631188087, 0.029342046739267772, 0.032911111388180925, 0.03617289705442425, 0.039096947893535156, 0.041655962113473374, 0.043826046502201906, 0.045586939347881945, 0.04692219954040228, 0.04781936003963743, 0.0482700442573639, 0.0482700442573639, 0.04781936003963743, 0.04692219954040228, 0.045586939347881945, 0.043826046502201906, 0.041655962113473374, 0.039096947893535156, 0.03617289705442425, 0.032911111388180925, 0.029342046739267772, 0.025499029631188087, 0.02141794901111334, 0.017136931456510716, 0.01269603265463103, 0.008137197365452835, 0.003509305004735048};

//:: special_agm needs special_tuples has special_agm
__noinline__ double special_agm(double a, double b) {
    if (((isnan(a) || isnan(b)) || (a < 0.0 && b > 0.0)) || (a > 0.0 && b < 0.0)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if ((isinf(a) && b == 0.0) || (isinf(b) && a == 0.0)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (a == 0.0 || b == 0.0) {
        return 0.0;
    }
    if (a == b || isinf(a)) {
        return a;
    }
    if (isinf(b)) {
        return b;
    }
    const double p = fabs(a);
    const double q = fabs(b);
    auto [large, small] = p > q ? special_tuple2<double, double>{p, q} : special_tuple2<double, double>{q, p};
    double arithmetic = 1.0;
    double geometric = sqrt(small / large);
    if (geometric == 0.0 || small < 1e-290) {
        geometric = sqrt(small) / sqrt(large);
    }
    arithmetic = 0.5 * (arithmetic + small / large);
    #pragma unroll 1
    for (int turn = 0; turn < 30; ++turn) {
        if (fabs(arithmetic - geometric) <= 1e-8 * arithmetic) {
            break;
        }
        const double root = sqrt(arithmetic * geometric);
        arithmetic = 0.5 * (arithmetic + geometric);
        geometric = root;
    }
    const double value = large * (0.5 * (arithmetic + geometric));
    return a < 0.0 ? -value : value;
}

//:: special_four_terms has special_four_terms
template <class T, int N> inline T special_four_terms(T x, T square, const T (&c)[N], int k) {
    return N - k == 1 ? c[k] : N - k == 2 ? c[k] + c[k + 1] * x : N - k == 3 ? c[k] + c[k + 1] * x + c[k + 2] * square : c[k] + c[k + 1] * x + (c[k + 2] + c[k + 3] * x) * square;
}

//:: special_polynomial needs special_four_terms has special_polynomial
template <class T, int N> inline T special_polynomial(T x, const T (&c)[N]) {
    const T square = x * x;
    const T fourth = square * square;
    const int last = (N - 1) / 4;
    T sum = special_four_terms(x, square, c, 4 * last);
    #pragma unroll
    for (int b = (last) - 1; b >= 0; --b) {
        sum = sum * fourth + special_four_terms(x, square, c, 4 * b);
    }
    return sum;
}

//:: special_two_product needs special_tuples has special_two_product
inline special_tuple2<double, double> special_two_product(double a, double b) {
    const double p = a * b;
    return special_tuple2<double, double>{p, fma(a, b, -p)};
}

//:: special_arc needs special_tuples special_ASIN special_polynomial special_two_product has special_arc
inline special_tuple3<double, double, double> special_arc(double a) {
    const bool large = a >= 0.5;
    const double z = (large ? (1.0 - a) * 0.5 : a * a);
    const double s = (large ? sqrt(z) : a);
    auto [back, lost] = special_two_product(s, s);
    const double rest = (large & (z != 0.0) ? (z - back - lost) * (0.5 / s) : 0.0);
    return special_tuple3<double, double, double>{s, rest, z * special_polynomial(z, special_ASIN)};
}

//:: special_at_least has special_at_least
template <class T> inline T special_at_least(T x, T limit) {
    return limit > x ? limit : x;
}

//:: special_at_most has special_at_most
template <class T> inline T special_at_most(T x, T limit) {
    return limit < x ? limit : x;
}

//:: special_fast_two_sum needs special_tuples has special_fast_two_sum
inline special_tuple2<double, double> special_fast_two_sum(double a, double b) {
    const double s = a + b;
    return special_tuple2<double, double>{s, a - s + b};
}

//:: special_reduce needs special_tuples special_LN2_HIGH special_LN2_LOW special_LOG2_E special_MAGIC has special_reduce
inline special_tuple3<double, double, double> special_reduce(double x) {
    const double n = x * special_LOG2_E + special_MAGIC - special_MAGIC;
    return special_tuple3<double, double, double>{n, x - n * special_LN2_HIGH, n * special_LN2_LOW};
}

//:: special_exp_sum needs special_tuples special_EXP special_fast_two_sum special_polynomial special_reduce has special_exp_sum
__noinline__ special_tuple3<double, double, double> special_exp_sum(double x) {
    auto [n, high, low] = special_reduce(x);
    const double r = high - low;
    auto [sum, rest] = special_fast_two_sum(1.0, high);
    return special_tuple3<double, double, double>{sum, rest - low + r * r * special_polynomial(r, special_EXP), n};
}

//:: special_scale needs special_MAGIC has special_scale
inline double special_scale(double x, double n) {
    const double half = n * 0.5 + (special_MAGIC + 1023.0);
    const unsigned long long rest = (unsigned long long)__double_as_longlong(n + (special_MAGIC + 2046.0)) - (unsigned long long)__double_as_longlong(half);
    return x * __longlong_as_double((long long)((unsigned long long)__double_as_longlong(half) << 52)) * __longlong_as_double((long long)(rest << 52));
}

//:: special_exp needs special_tuples special_at_least special_at_most special_exp_sum special_scale has special_exp
__noinline__ double special_exp(double x) {
    auto [sum, rest, n] = special_exp_sum(special_at_least(special_at_most(x, 710.0), -746.0));
    return special_scale(sum + rest, n);
}

//:: special_decay needs special_exp has special_decay
inline double special_decay(double square, double low) {
    const double whole = special_exp(-square);
    return whole - whole * low;
}

//:: special_four_fused_terms has special_four_fused_terms
template <class T, int N> inline T special_four_fused_terms(T x, T square, const T (&c)[N], int k) {
    const T low = k + 1 < N ? fma(c[k + 1], x, c[k]) : c[k];
    return k + 3 < N ? fma(fma(c[k + 3], x, c[k + 2]), square, low) : k + 2 < N ? fma(c[k + 2], square, low) : low;
}

//:: special_fused_polynomial needs special_four_fused_terms has special_fused_polynomial
template <class T, int N> inline T special_fused_polynomial(T x, const T (&c)[N]) {
    const T square = x * x;
    const T fourth = square * square;
    const int last = (N - 1) / 4;
    T sum = special_four_fused_terms(x, square, c, 4 * last);
    #pragma unroll
    for (int b = (last) - 1; b >= 0; --b) {
        sum = fma(sum, fourth, special_four_fused_terms(x, square, c, 4 * b));
    }
    return sum;
}

//:: special_scaled_complement needs special_ERFC special_fused_polynomial has special_scaled_complement
__noinline__ double special_scaled_complement(double x) {
    return special_fused_polynomial((x - 2.5) / (x + 2.5), special_ERFC) / (1.0 + 2.0 * x);
}

//:: special_complement needs special_tuples special_decay special_scaled_complement special_two_product has special_complement
inline double special_complement(double x) {
    const double x_2 = (x > 28.0 ? 28.0 : x);
    auto [square, low] = special_two_product(x_2, x_2);
    return special_scaled_complement(x_2) * special_decay(square, low);
}

//:: special_inner needs special_ERF special_fused_polynomial has special_inner
inline double special_inner(double x) {
    return x + x * special_fused_polynomial(x * x, special_ERF);
}

//:: special_with_sign has special_with_sign
inline double special_with_sign(bool negative, double complement) {
    return (negative ? 2.0 - complement : complement);
}

//:: special_erfc needs special_complement special_inner special_with_sign has special_erfc with double
__noinline__ double special_erfc(double x) {
    const double a = fabs(x);
    return (a < 0.5 ? 1.0 - special_inner(x) : special_with_sign(x < 0.0, special_complement(a)));
}

//:: special_area_beyond needs special_tuples special_decay special_erfc special_scaled_complement special_two_product has special_area_beyond
inline double special_area_beyond(double h, double h_low) {
    if (h < 1.0) {
        return 0.5 * special_erfc(h * 0.7071067811865476);
    }
    auto [square, low] = special_two_product(h, h);
    return 0.5 * special_scaled_complement(h * 0.7071067811865476) * special_decay(0.5 * square, 0.5 * low + h * h_low);
}

//:: special_asin needs special_tuples special_FRAC_PI_2_LOW special_arc special_fast_two_sum has special_asin
inline double special_asin(double x) {
    const double a = fabs(x);
    auto [s, rest, r] = special_arc(a);
    const double tail = rest + s * r;
    auto [sum, lost] = special_fast_two_sum(1.5707963267948966, -2.0 * s);
    const double large = sum + (lost + (special_FRAC_PI_2_LOW - 2.0 * tail));
    return copysign((a < 0.5 ? s + tail : large), x);
}

//:: special_octant needs special_tuples special_ATAN_HALF special_ATAN_TWO special_FRAC_PI_2_LOW special_FRAC_PI_4_LOW special_fast_two_sum has special_octant
inline special_tuple3<double, special_tuple2<double, double>, special_tuple2<double, double>> special_octant(double near_, double far_, bool swapped) {
    const bool first = near_ < 0.4375 * far_;
    const bool second = near_ < 0.6875 * far_;
    const double numerator = (first ? near_ : (second ? near_ + near_ : near_) - far_);
    const special_tuple2<double, double> denominator = special_fast_two_sum((!first & second ? far_ + far_ : far_), (first ? 0.0 : near_));
    const double base = (first ? (swapped ? 1.5707963267948966 : 0.0) : (second ? (swapped ? special_ATAN_TWO.first : special_ATAN_HALF.first) : 0.7853981633974483));
    const double rest = (first ? (swapped ? special_FRAC_PI_2_LOW : 0.0) : (second ? (swapped ? special_ATAN_TWO.second : special_ATAN_HALF.second) : special_FRAC_PI_4_LOW));
    return special_tuple3<double, special_tuple2<double, double>, special_tuple2<double, double>>{numerator, denominator, special_tuple2<double, double>{base, rest}};
}

//:: special_atan needs special_tuples special_ATAN special_fast_two_sum special_octant special_polynomial has special_atan
inline double special_atan(double x) {
    const double a = fabs(x);
    const bool swapped = a > 1.0;
    auto [numerator, pair, base] = special_octant((swapped ? 1.0 : a), (swapped ? a : 1.0), swapped);
    auto [denominator, unused] = pair;
    const double t = numerator / denominator;
    const double z = t * t;
    const double sign = (swapped ? -1.0 : 1.0);
    auto [sum, rest] = special_fast_two_sum(base.first, sign * t);
    return copysign(sum + (rest + (base.second + sign * (t * z * special_polynomial(z, special_ATAN)))), x);
}

//:: special_halves needs special_tuples has special_halves
inline special_tuple2<double, double> special_halves(double a) {
    const double high = __longlong_as_double((long long)((unsigned long long)__double_as_longlong(a) & 18446744073575333888ull));
    return special_tuple2<double, double>{high, a - high};
}

//:: special_quotient_parts needs special_tuples special_halves has special_quotient_parts
__noinline__ special_tuple2<double, double> special_quotient_parts(special_tuple2<double, double> pair, special_tuple2<double, double> pair_2, double reciprocal) {
    auto [nh, nl] = pair;
    auto [dh, dl] = pair_2;
    auto [leading, unused] = special_halves(nh * reciprocal);
    auto [a, b] = special_halves(dh);
    const double remainder = nh - leading * a - leading * b + (nl - leading * dl);
    return special_tuple2<double, double>{leading, remainder * reciprocal};
}

//:: special_atan2 needs special_tuples special_ATAN special_PI_LOW special_fast_two_sum special_octant special_polynomial special_quotient_parts has special_atan2
__noinline__ double special_atan2(double y, double x) {
    const double a = fabs(y);
    const double b = fabs(x);
    const bool swapped = a > b;
    const double near_ = (swapped ? b : a);
    const double far_ = (swapped ? a : b);
    const bool both = near_ == __longlong_as_double(0x7ff0000000000000ll);
    const double factor = (far_ < 1e-8 ? 4.149515568880993e180 : (far_ > 5.3e210 ? 2.409919865102884e-181 : 1.0));
    const double near_2 = (both ? 1.0 : (far_ == __longlong_as_double(0x7ff0000000000000ll) ? 0.0 : near_ * factor));
    const double far_2 = ((far_ == 0.0) | (far_ == __longlong_as_double(0x7ff0000000000000ll)) ? 1.0 : far_ * factor);
    auto [numerator, pair, base] = special_octant(near_2, far_2, swapped);
    auto [dh, dl] = pair;
    const double reciprocal = 1.0 / dh;
    auto [leading, rest] = special_quotient_parts(special_tuple2<double, double>{numerator, 0.0}, special_tuple2<double, double>{dh, dl}, reciprocal);
    const bool tiny = (fabs(leading) < 1e-280) & (base.first == 0.0);
    const double leading_2 = (tiny ? numerator / dh : leading);
    auto [t, rest_2] = special_fast_two_sum(leading_2, (tiny ? 0.0 : rest));
    const double z = t * t;
    const bool left = signbit(x);
    auto [turned, turned_rest] = special_fast_two_sum(3.141592653589793, -base.first);
    const special_tuple2<double, double> base_2 = special_tuple2<double, double>{(left ? turned : base.first), (left ? turned_rest + (special_PI_LOW - base.second) : base.second)};
    const double sign = (swapped != left ? -1.0 : 1.0);
    auto [sum, lost] = special_fast_two_sum(base_2.first, sign * t);
    const double value = copysign(sum + (lost + (base_2.second + sign * (rest_2 + t * z * special_polynomial(z, special_ATAN)))), y);
    return (isnan(x) | isnan(y) ? __longlong_as_double(0x7ff8000000000000ll) : value);
}

//:: special_beta_fraction needs special_MOST_OF_FRACTION has special_beta_fraction
__noinline__ double special_beta_fraction(double a, double b, double x, double y, double distance) {
    const double c = 1.0 + distance;
    const double c1 = 1.0 + 1.0 / a;
    double value = c / c1;
    double p = 1.0;
    double s = a + 1.0;
    double d = 0.0;
    double step = 0.0;
    #pragma unroll 1
    for (int k = 1; k < special_MOST_OF_FRACTION; ++k) {
        const double n = (double)k;
        const double t = n / a;
        const double w = n * (b - n) * x;
        const double e = a / s;
        const double alpha = p * (p + b / a) * (e * e) * (w * x);
        const double beta = n + w / s + (1.0 + t) / (c1 + 2.0 * t) * (c + n * (1.0 + y));
        p = 1.0 + t;
        s += 2.0;
        d = 1.0 / (alpha * d + beta);
        step = k == 1 ? alpha * d : step * (beta * d - 1.0);
        value += step;
        if (fabs(step) < 0.5 * 2.220446049250313e-16 * fabs(value)) {
            break;
        }
    }
    return value;
}

//:: special_exp2_of_pair needs special_tuples special_EXP2 special_MAGIC special_fast_two_sum special_fused_polynomial special_scale special_two_product has special_exp2_of_pair
__noinline__ double special_exp2_of_pair(double x, double tail) {
    const special_tuple2<double, double> LN_2 = special_tuple2<double, double>{0.6931471805599453, 2.3190468138462996e-17};
    const double n = x + special_MAGIC - special_MAGIC;
    const double f = x - n;
    auto [linear, lost] = special_two_product(f, LN_2.first);
    auto [sum, rest] = special_fast_two_sum(1.0, linear);
    const double curved = f * f * special_fused_polynomial(f, special_EXP2);
    const double small = fma(tail * LN_2.first, sum + curved, fma(f, LN_2.second, lost));
    return special_scale(sum + (rest + (small + curved)), n);
}

//:: special_exp2_of_sum needs special_tuples special_exp2_of_pair has special_exp2_of_sum
inline double special_exp2_of_sum(special_tuple2<double, double> pair) {
    auto [high, low] = pair;
    const bool outside = fabs(high) >= 1100.0;
    return special_exp2_of_pair(outside ? copysign(1100.0, high) : high, outside ? 0.0 : low);
}

//:: special_split needs special_tuples special_MANTISSA special_ROOT_HALF special_SMALLEST_NORMAL special_TWO_52 has special_split
inline special_tuple2<double, double> special_split(double x) {
    const bool subnormal = x < special_SMALLEST_NORMAL;
    const double x_2 = (subnormal ? x * 1.8014398509481984e16 : x);
    const double bias = (subnormal ? special_TWO_52 + 1023.0 + 54.0 : special_TWO_52 + 1023.0);
    const unsigned long long shifted = (unsigned long long)__double_as_longlong(x_2) + (4607182418800017408ull - special_ROOT_HALF);
    const double k = __longlong_as_double((long long)((shifted >> 52) | (unsigned long long)__double_as_longlong(special_TWO_52))) - bias;
    return special_tuple2<double, double>{k, __longlong_as_double((long long)((shifted & special_MANTISSA) + special_ROOT_HALF))};
}

//:: special_log2_pair needs special_tuples special_POW special_fast_two_sum special_fused_polynomial special_split special_two_product has special_log2_pair
__noinline__ special_tuple2<double, double> special_log2_pair(double x) {
    const special_tuple2<double, double> FIRST = special_tuple2<double, double>{2.8853900817779268, 4.0710547481862066e-17};
    const special_tuple2<double, double> SECOND = special_tuple2<double, double>{0.9617966939259756, 5.05776166481259e-17};
    auto [k, m] = special_split(x);
    const double f = m - 1.0;
    auto [dh, dl] = special_fast_two_sum(2.0, f);
    const double s = f / dh;
    const double low = fma(s, -dl, fma(s, -dh, f)) * fma(s, -0.5, 0.5);
    auto [z, lost] = special_two_product(s, s);
    const double rest = fma(s, 2.0 * low, lost);
    auto [middle, lost_2] = special_two_product(SECOND.first, z);
    const double small = fma(SECOND.first, rest, fma(SECOND.second, z, lost_2 + FIRST.second));
    auto [sum, lost_3] = special_fast_two_sum(FIRST.first, middle);
    const double tail = fma(z * z * 1.4426950408889634, special_fused_polynomial(z, special_POW), lost_3 + small);
    auto [high, lost_4] = special_two_product(s, sum);
    const double tail_2 = fma(s, tail, fma(low, sum, lost_4));
    auto [sum_2, rest_2] = special_fast_two_sum(k, high);
    return special_fast_two_sum(sum_2, rest_2 + tail_2);
}

//:: special_stirling needs special_STIRLING special_polynomial has special_stirling
__noinline__ double special_stirling(double x) {
    const double inverse = 1.0 / x;
    return inverse * special_polynomial(inverse * inverse, special_STIRLING);
}

//:: special_two_sum needs special_tuples has special_two_sum
inline special_tuple2<double, double> special_two_sum(double a, double b) {
    const double s = a + b;
    const double t = s - a;
    return special_tuple2<double, double>{s, a - (s - t) + (b - t)};
}

//:: special_stirling_gamma needs special_tuples special_exp2_of_pair special_fast_two_sum special_log2_pair special_stirling special_two_product special_two_sum has special_stirling_gamma
inline double special_stirling_gamma(double x) {
    const double LOG2_E = 1.4426950408889634;
    const double LOG2_E_LOW = 2.0355273740931033e-17;
    const double ROOT_TWO_PI = 2.5066282746310002;
    auto [high, low] = special_log2_pair(x);
    auto [power, lost] = special_two_product(x - 0.5, high);
    auto [decay, decay_lost] = special_two_product(x, LOG2_E);
    auto [sum, rest] = special_two_sum(power, -decay);
    const double tail = rest + (lost - decay_lost + ((x - 0.5) * low - x * LOG2_E_LOW));
    auto [sum_2, tail_2] = special_fast_two_sum(sum, tail);
    const double value = special_exp2_of_pair(sum_2, tail_2) * ROOT_TWO_PI;
    const double correction = special_stirling(x);
    return value + value * (correction * (1.0 + correction * (0.5 + correction * (1.0 / 6.0 + correction * (1.0 / 24.0 + correction * (1.0 / 120.0))))));
}

//:: special_gamma_positive needs special_GAMMA_MIDDLE special_polynomial special_stirling_gamma has special_gamma_positive
__noinline__ double special_gamma_positive(double x) {
    if (!(x < 171.7)) {
        return isnan(x) ? x : __longlong_as_double(0x7ff0000000000000ll);
    }
    if (x > 12.0) {
        return special_stirling_gamma(x);
    }
    double y = x;
    double factor = 1.0;
    #pragma unroll 1
    while (y >= 3.0) {
        y -= 1.0;
        factor *= y;
    }
    double divisor = 1.0;
    #pragma unroll 1
    while (y < 2.0) {
        divisor *= y;
        y += 1.0;
    }
    return factor * special_polynomial(y - 2.5, special_GAMMA_MIDDLE) / divisor;
}

//:: special_log2_of_sum needs special_tuples special_LOG2_E_HIGH special_fast_two_sum special_log2_pair has special_log2_of_sum
inline special_tuple2<double, double> special_log2_of_sum(double high, double low) {
    auto [logarithm, rest] = special_log2_pair(high);
    const double small = low / high;
    return special_fast_two_sum(logarithm, rest + (small - 0.5 * small * small) * special_LOG2_E_HIGH);
}

//:: special_log2_of_one_plus_quotient needs special_tuples special_log2_of_sum special_two_sum has special_log2_of_one_plus_quotient
__noinline__ special_tuple2<double, double> special_log2_of_one_plus_quotient(double y, double x) {
    const double quotient = y / x;
    auto [sum, rest] = special_two_sum(1.0, quotient);
    return special_log2_of_sum(sum, rest + fma(-quotient, x, y) / x);
}

//:: special_pair_sum needs special_tuples special_fast_two_sum special_two_sum has special_pair_sum
inline special_tuple2<double, double> special_pair_sum(special_tuple2<double, double> pair, special_tuple2<double, double> pair_2) {
    auto [a, a_low] = pair;
    auto [b, b_low] = pair_2;
    auto [sum, rest] = special_two_sum(a, b);
    return special_fast_two_sum(sum, rest + (a_low + b_low));
}

//:: special_pair_times needs special_tuples special_fast_two_sum special_two_product has special_pair_times
inline special_tuple2<double, double> special_pair_times(special_tuple2<double, double> pair, double b) {
    auto [a, a_low] = pair;
    auto [product, rest] = special_two_product(a, b);
    return special_fast_two_sum(product, rest + a_low * b);
}

//:: special_tail needs special_tuples special_LOG special_polynomial has special_tail
__noinline__ special_tuple2<double, double> special_tail(double f) {
    const double s = f / (2.0 + f);
    const double z = s * s;
    const double half_square = 0.5 * f * f;
    return special_tuple2<double, double>{half_square, s * (half_square + z * special_polynomial(z, special_LOG))};
}

//:: special_with_edges has special_with_edges
inline double special_with_edges(double x, double value) {
    const double outside = (x == 0.0 ? -__longlong_as_double(0x7ff0000000000000ll) : __longlong_as_double(0x7ff8000000000000ll));
    const double inside = (x < __longlong_as_double(0x7ff0000000000000ll) ? value : x);
    return (x > 0.0 ? inside : outside);
}

//:: special_log needs special_tuples special_LN2_HIGH special_LN2_LOW special_split special_tail special_with_edges has special_log
__noinline__ double special_log(double x) {
    auto [k, m] = special_split(x);
    const double f = m - 1.0;
    auto [half_square, rest] = special_tail(f);
    return special_with_edges(x, k * special_LN2_HIGH - (half_square - (rest + k * special_LN2_LOW) - f));
}

//:: special_rough_digamma needs special_log has special_rough_digamma
inline double special_rough_digamma(double x) {
    return x > 1.5 ? special_log(x - 0.5) : 0.0;
}

//:: special_beta_positive needs special_tuples special_LEAST_STIRLING special_LOG2_E_HIGH special_LOG2_E_REST special_exp special_exp2_of_sum special_gamma_positive special_log2_of_one_plus_quotient special_log2_of_sum special_pair_sum special_pair_times special_rough_digamma special_stirling special_two_sum has special_beta_positive
__noinline__ double special_beta_positive(double a, double b) {
    auto [small, large] = a < b ? special_tuple2<double, double>{a, b} : special_tuple2<double, double>{b, a};
    if (isinf(large)) {
        return isinf(small) ? __longlong_as_double(0x7ff8000000000000ll) : 0.0;
    }
    auto [sum, lost] = special_two_sum(large, small);
    if (large < special_LEAST_STIRLING) {
        if (large < 1.0) {
            const double factor = special_gamma_positive(1.0 + small) * special_gamma_positive(1.0 + large) / special_gamma_positive(1.0 + sum);
            return (1.0 / small + 1.0 / large) * factor;
        }
        const double value = special_gamma_positive(small) * (special_gamma_positive(large) / special_gamma_positive(sum));
        return value - value * lost * special_rough_digamma(sum);
    }
    const special_tuple2<double, double> most = special_pair_times(special_log2_of_one_plus_quotient(small, large), -large);
    if (small < special_LEAST_STIRLING) {
        const special_tuple2<double, double> least = special_pair_times(special_log2_of_sum(sum, lost), -small);
        const special_tuple2<double, double> decay = special_pair_times(special_tuple2<double, double>{special_LOG2_E_HIGH, special_LOG2_E_REST}, small);
        const double root = sqrt(1.0 + small / large);
        const double ratio = special_exp2_of_sum(special_pair_sum(special_pair_sum(most, least), decay)) * root;
        return special_gamma_positive(small) * (ratio * special_exp(special_stirling(large) - special_stirling(sum)));
    }
    const special_tuple2<double, double> least_2 = special_pair_times(special_log2_of_one_plus_quotient(large, small), -small);
    const double root_2 = sqrt(6.283185307179586 / small * (1.0 + small / large));
    return root_2 * special_exp2_of_sum(special_pair_sum(most, least_2)) * special_exp(special_stirling(large) + (special_stirling(small) - special_stirling(sum)));
}

//:: special_distance_to_mean needs special_tuples special_two_product special_two_sum has special_distance_to_mean
__noinline__ special_tuple2<double, double> special_distance_to_mean(double a, double b, double x) {
    auto [sum, sum_low] = special_two_sum(a, b);
    auto [product, product_low] = special_two_product(sum, x);
    auto [distance, rest] = special_two_sum(a, -product);
    return special_tuple2<double, double>{distance, rest - (product_low + sum_low * x)};
}

//:: special_odd_powers has special_odd_powers
inline double special_odd_powers(double z) {
    double sum = 0.0;
    #pragma unroll 1
    for (int k = (18) - 1; k >= 0; --k) {
        sum = sum * z + 2.0 / (2.0 * (double)k + 3.0);
    }
    return sum;
}

//:: special_excess_pair needs special_tuples special_fast_two_sum special_odd_powers special_two_product has special_excess_pair
__noinline__ special_tuple2<double, double> special_excess_pair(double high, double low) {
    auto [square, lost] = special_two_product(high, high);
    const double r = high / (2.0 + high);
    const double z = r * r;
    const double rest = 0.5 * lost - r * (0.5 * square + z * special_odd_powers(z)) + low * high / (1.0 + high);
    return special_fast_two_sum(0.5 * square, rest);
}

//:: special_log2_of_quotient_of_sum needs special_tuples special_log2_of_sum has special_log2_of_quotient_of_sum
inline special_tuple2<double, double> special_log2_of_quotient_of_sum(double high, double low, double divisor) {
    const double quotient = high / divisor;
    return special_log2_of_sum(quotient, (fma(-quotient, divisor, high) + low) / divisor);
}

//:: special_beta_power needs special_tuples special_LOG2_E_HIGH special_LOG2_E_REST special_beta_positive special_distance_to_mean special_excess_pair special_exp special_exp2_of_sum special_gamma_positive special_log2_of_one_plus_quotient special_log2_of_quotient_of_sum special_log2_of_sum special_pair_sum special_pair_times special_stirling special_two_product special_two_sum has special_beta_power
__noinline__ double special_beta_power(double a, double b, double x) {
    auto [y, y_low] = special_two_sum(1.0, -x);
    auto [sum, sum_low] = special_two_sum(a, b);
    if (a >= 8.0 && b >= 8.0) {
        const double correction = special_stirling(a) + special_stirling(b) - special_stirling(sum);
        const double factor = sqrt(a / sum * b / 6.283185307179586) * special_exp(-correction);
        auto [distance, distance_low] = special_distance_to_mean(a, b, x);
        const double over_a = -distance / a;
        const double over_b = distance / b;
        if (fabs(over_a) < 0.05 && fabs(over_b) < 0.05) {
            const special_tuple2<double, double> first = special_excess_pair(over_a, (fma(-over_a, a, -distance) - distance_low) / a);
            const special_tuple2<double, double> second = special_excess_pair(over_b, (fma(-over_b, b, distance) + distance_low) / b);
            auto [high, low] = special_pair_sum(special_pair_times(first, -a), special_pair_times(second, -b));
            auto [exponent, rest] = special_pair_times(special_tuple2<double, double>{special_LOG2_E_HIGH, special_LOG2_E_REST}, high);
            return factor * special_exp2_of_sum(special_tuple2<double, double>{exponent, rest + low * special_LOG2_E_HIGH});
        }
        auto [product, product_low] = special_two_product(x, sum);
        const special_tuple2<double, double> x_part = special_log2_of_quotient_of_sum(product, product_low + sum_low * x, a);
        auto [product_2, product_low_2] = special_two_product(y, sum);
        const special_tuple2<double, double> y_part = special_log2_of_quotient_of_sum(product_2, product_low_2 + (sum_low * y + y_low * sum), b);
        return factor * special_exp2_of_sum(special_pair_sum(special_pair_times(x_part, a), special_pair_times(y_part, b)));
    }
    const special_tuple2<double, double> powers = special_pair_sum(special_pair_times(special_log2_of_sum(x, 0.0), a), special_pair_times(special_log2_of_sum(y, y_low), b));
    auto [small, large] = a < b ? special_tuple2<double, double>{a, b} : special_tuple2<double, double>{b, a};
    if (large < 8.0) {
        return special_exp2_of_sum(powers) / special_beta_positive(small, large);
    }
    const special_tuple2<double, double> most = special_pair_times(special_log2_of_one_plus_quotient(small, large), large);
    auto [least, least_low] = special_pair_times(special_log2_of_sum(sum, sum_low), small);
    auto [decay, decay_low] = special_pair_times(special_tuple2<double, double>{special_LOG2_E_HIGH, special_LOG2_E_REST}, -small);
    const special_tuple2<double, double> exponent_2 = special_pair_sum(special_pair_sum(powers, special_tuple2<double, double>{least, least_low}), special_pair_sum(most, special_tuple2<double, double>{decay, decay_low}));
    const double factor_2 = special_exp(special_stirling(sum) - special_stirling(large)) / sqrt(1.0 + small / large);
    if (small < 1.0) {
        return special_exp2_of_sum(exponent_2) * (factor_2 * small / special_gamma_positive(1.0 + small));
    }
    return special_exp2_of_sum(exponent_2) * (factor_2 / special_gamma_positive(small));
}

//:: special_log_of_parts needs special_tuples special_LN2_HIGH special_LN2_LOW special_tail has special_log_of_parts
inline double special_log_of_parts(double k, double f, double low) {
    auto [half_square, rest] = special_tail(f);
    const double reciprocal = 1.0 - f + 2.0 * half_square;
    return k * special_LN2_HIGH - (half_square - (rest + (k * special_LN2_LOW + low * reciprocal)) - f);
}

//:: special_power_of_two needs special_MAGIC has special_power_of_two
inline double special_power_of_two(double n) {
    return __longlong_as_double((long long)((unsigned long long)__double_as_longlong(n + (special_MAGIC + 1023.0)) << 52));
}

//:: special_log1p_of_sum needs special_tuples special_at_least special_log_of_parts special_power_of_two special_split special_two_sum has special_log1p_of_sum
inline double special_log1p_of_sum(double high, double low) {
    auto [u, c] = special_two_sum(1.0, high);
    auto [k, m] = special_split(u);
    const bool near_ = k == 0.0;
    return special_log_of_parts(k, (near_ ? high : m - 1.0), (near_ ? low : (c + low) * special_power_of_two(special_at_least(-k, -1000.0))));
}

//:: special_log1p needs special_log1p_of_sum has special_log1p
__noinline__ double special_log1p(double x) {
    const double value = special_log1p_of_sum(x, 0.0);
    const double outside = (x == -1.0 ? -__longlong_as_double(0x7ff0000000000000ll) : __longlong_as_double(0x7ff8000000000000ll));
    const double inside = (x < __longlong_as_double(0x7ff0000000000000ll) ? value : x);
    return (x == 0.0 ? x : (x > -1.0 ? inside : outside));
}

//:: special_series_sum has special_series_sum
inline double special_series_sum(double a, double b, double x) {
    double term = 1.0;
    double sum = 0.0;
    #pragma unroll 1
    for (int k = 1; k < 2000; ++k) {
        const double n = (double)k;
        term *= (n - b) * x / n;
        const double step = term / (a + n);
        sum += step;
        if (fabs(step) <= 2.220446049250313e-16 * 0.125 * fabs(sum)) {
            break;
        }
    }
    return sum;
}

//:: special_power_series needs special_exp special_log1p special_series_sum has special_power_series
inline double special_power_series(double a, double b, double x, double power) {
    return power * special_exp(-b * special_log1p(-x)) / a * (1.0 + a * special_series_sum(a, b, x));
}

//:: special_expm1 needs special_tuples special_EXPM1 special_at_least special_at_most special_fast_two_sum special_polynomial special_power_of_two special_reduce special_scale special_two_sum has special_expm1
__noinline__ double special_expm1(double x) {
    auto [n, high, low] = special_reduce(special_at_least(special_at_most(x, 710.0), -40.0));
    const double r = high - low;
    const double z = r * r;
    auto [start, start_rest] = special_two_sum(1.0, -special_power_of_two(special_at_least(-n, -1000.0)));
    auto [sum, rest] = special_fast_two_sum(start, high);
    auto [sum_2, lost] = special_fast_two_sum(sum, 0.5 * z);
    const double value = special_scale(sum_2 + (rest + lost + start_rest + (r * z * special_polynomial(r, special_EXPM1) - low)), n);
    return (x == 0.0 ? x : value);
}

//:: special_gammaln_positive needs special_GAMMALN_TWO special_log special_polynomial special_stirling has special_gammaln_positive
__noinline__ double special_gammaln_positive(double x) {
    const double HALF_LOG_TWO_PI = 0.9189385332046728;
    if (x >= 8.0) {
        if (x > 1e17) {
            return x * (special_log(x) - 1.0);
        }
        return (x - 0.5) * (special_log(x) - 1.0) + (HALF_LOG_TWO_PI - 0.5 + special_stirling(x));
    }
    double y = x;
    double product = 1.0;
    #pragma unroll 1
    while (y >= 2.5) {
        y -= 1.0;
        product *= y;
    }
    const bool below = x < 0.5;
    const bool between = x < 1.5;
    const double t = (below ? x : (between ? x - 1.0 : y - 2.0));
    const double factor = special_log((below ? x * (1.0 + x) : (between ? x : product)));
    return t * special_polynomial(t, special_GAMMALN_TWO) + (between ? -factor : factor);
}

//:: special_gammaln_of_next needs special_GAMMALN_TWO special_gammaln_positive special_log1p special_polynomial has special_gammaln_of_next
__noinline__ double special_gammaln_of_next(double a) {
    if (a > 1.5) {
        return special_gammaln_positive(1.0 + a);
    }
    if (a > 0.5) {
        return (a - 1.0) * special_polynomial(a - 1.0, special_GAMMALN_TWO);
    }
    return a * special_polynomial(a, special_GAMMALN_TWO) - special_log1p(a);
}

//:: special_gammaln_step needs special_GAMMALN_TWO special_gammaln_of_next special_log special_log1p special_stirling has special_gammaln_step
inline double special_gammaln_step(double b, double a) {
    if (b >= 8.0) {
        const double z = 1.0 + b;
        const double change = special_stirling(z + a) - special_stirling(z);
        return (z - 0.5) * special_log1p(a / z) + a * (special_log(z + a) - 1.0) + change;
    }
    if (a > 0.1) {
        return special_gammaln_of_next(a + b) - special_gammaln_of_next(b);
    }
    double y = b;
    double sum = 0.0;
    #pragma unroll
    for (int turn = 0; turn < 8; ++turn) {
        if (y < 1.5) {
            break;
        }
        sum += special_log1p(a / y);
        y -= 1.0;
    }
    double t = y - 1.0;
    if (y < 0.5) {
        sum -= special_log1p(a / (1.0 + y));
        t = y;
    }
    double value = 0.0;
    double slope = 0.0;
    #pragma unroll 1
    for (int k = 0; k < 20; ++k) {
        slope = slope * (t + a) + value;
        value = value * t + special_GAMMALN_TWO[19 - k];
    }
    slope = slope * (t + a) + value;
    return sum + a * slope;
}

//:: special_small_complement needs special_exp special_expm1 special_gammaln_of_next special_gammaln_step special_log special_log1p special_series_sum has special_small_complement
inline double special_small_complement(double a, double b, double x) {
    const double exponent = a * special_log(x) - special_gammaln_of_next(a) - special_log1p(a / b) + special_gammaln_step(b, a);
    return -special_expm1(exponent) - special_exp(exponent) * a * special_series_sum(a, b, x);
}

//:: special_incomplete_beta needs special_tuples special_LEAST_OF_FRACTION special_beta_fraction special_beta_power special_distance_to_mean special_power_series special_small_complement has special_incomplete_beta
__noinline__ special_tuple2<double, double> special_incomplete_beta(double a, double b, double x) {
    const double y = 1.0 - x;
    auto [distance, distance_low] = special_distance_to_mean(a, b, x);
    const double power = special_beta_power(a, b, x);
    if (power == 0.0) {
        return distance > 0.0 ? special_tuple2<double, double>{0.0, 1.0} : special_tuple2<double, double>{1.0, 0.0};
    }
    const bool few = b * x <= 1.0;
    if (distance > 0.0 || (few && x < special_LEAST_OF_FRACTION)) {
        const double lower = few ? special_power_series(a, b, x, power) : power / special_beta_fraction(a, b, x, y, distance + distance_low);
        if ((few && lower > 0.7) && a < 2.0) {
            return special_tuple2<double, double>{lower, special_small_complement(a, b, x)};
        }
        return special_tuple2<double, double>{lower, 1.0 - lower};
    }
    const double upper = power / special_beta_fraction(b, a, y, x, -distance - distance_low);
    return special_tuple2<double, double>{1.0 - upper, upper};
}

//:: special_beta_parts needs special_tuples special_incomplete_beta has special_beta_parts
__noinline__ special_tuple2<double, double> special_beta_parts(double a, double b, double x) {
    if (!(((a >= 0.0 && b >= 0.0) && x >= 0.0) && x <= 1.0)) {
        return special_tuple2<double, double>{__longlong_as_double(0x7ff8000000000000ll), __longlong_as_double(0x7ff8000000000000ll)};
    }
    if ((a == 0.0 && b == 0.0) || (isinf(a) && isinf(b))) {
        return special_tuple2<double, double>{__longlong_as_double(0x7ff8000000000000ll), __longlong_as_double(0x7ff8000000000000ll)};
    }
    if (a == 0.0 || isinf(b)) {
        return x > 0.0 ? special_tuple2<double, double>{1.0, 0.0} : special_tuple2<double, double>{0.0, 1.0};
    }
    if (b == 0.0 || isinf(a)) {
        return x < 1.0 ? special_tuple2<double, double>{0.0, 1.0} : special_tuple2<double, double>{1.0, 0.0};
    }
    if (x == 0.0 || x == 1.0) {
        return special_tuple2<double, double>{x, 1.0 - x};
    }
    if (x <= 0.5) {
        return special_incomplete_beta(a, b, x);
    }
    auto [upper, lower] = special_incomplete_beta(b, a, 1.0 - x);
    return special_tuple2<double, double>{lower, upper};
}

//:: special_betaincc needs special_tuples special_beta_parts has special_betaincc
inline double special_betaincc(double a, double b, double x) {
    auto [unused, upper] = special_beta_parts(a, b, x);
    return upper;
}

//:: special_is_no_probability has special_is_no_probability
inline bool special_is_no_probability(double p) {
    return !(p >= 0.0 && p <= 1.0);
}

//:: special_bdtr needs special_betaincc special_is_no_probability has special_bdtr
inline double special_bdtr(double k, double n, double p) {
    const double k_2 = floor(k);
    const double n_2 = trunc(n);
    if (special_is_no_probability(p) || !((k_2 >= 0.0 && n_2 >= k_2) && isfinite(n_2))) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    return k_2 == n_2 ? 1.0 : special_betaincc(k_2 + 1.0, n_2 - k_2, p);
}

//:: special_bdtrc needs special_tuples special_beta_parts special_is_no_probability has special_bdtrc
inline double special_bdtrc(double k, double n, double p) {
    const double k_2 = floor(k);
    const double n_2 = trunc(n);
    if ((special_is_no_probability(p) || isnan(k_2)) || !isfinite(n_2)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (n_2 < k_2) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (k_2 < 0.0) {
        return 1.0;
    }
    if (k_2 == n_2) {
        return 0.0;
    }
    auto [lower, unused] = special_beta_parts(k_2 + 1.0, n_2 - k_2, p);
    return lower;
}

//:: special_betaln_positive needs special_tuples special_HALF_LOG_TAU special_LEAST_STIRLING special_beta_positive special_gammaln_positive special_log special_log1p special_stirling has special_betaln_positive
__noinline__ double special_betaln_positive(double a, double b) {
    auto [small, large] = a < b ? special_tuple2<double, double>{a, b} : special_tuple2<double, double>{b, a};
    if (isinf(large)) {
        return isinf(small) ? __longlong_as_double(0x7ff8000000000000ll) : -__longlong_as_double(0x7ff0000000000000ll);
    }
    if (large < special_LEAST_STIRLING) {
        if (small < 1e-290) {
            return -special_log(small);
        }
        return special_log(special_beta_positive(small, large));
    }
    const double sum = a + b;
    const double most = large * special_log1p(small / large);
    if (small < special_LEAST_STIRLING) {
        const double ratio = most - 0.5 * special_log1p(small / large) + small * (special_log(sum) - 1.0) + (special_stirling(sum) - special_stirling(large));
        return special_gammaln_positive(small) - ratio;
    }
    const double correction = special_stirling(large) + (special_stirling(small) - special_stirling(sum));
    const double least = isinf(sum) ? special_log(large) - special_log(small) : special_log1p(large / small);
    return special_HALF_LOG_TAU + correction - 0.5 * special_log(large) - most - (small - 0.5) * least;
}

//:: special_quantile needs special_CENTRE special_CENTRE_DIVISOR special_FAR special_FAR_DIVISOR special_MIDDLE special_MIDDLE_DIVISOR special_log special_polynomial has special_quantile
__noinline__ double special_quantile(double q, double tail) {
    if (fabs(q) <= 0.425) {
        const double r = 0.180625 - q * q;
        return q * (special_polynomial(r, special_CENTRE) / special_polynomial(r, special_CENTRE_DIVISOR));
    }
    const double root = sqrt(-special_log(tail));
    double value;
    if (root <= 5.0) {
        const double r_2 = root - 1.6;
        value = special_polynomial(r_2, special_MIDDLE) / special_polynomial(r_2, special_MIDDLE_DIVISOR);
    } else {
        const double r_3 = root - 5.0;
        value = special_polynomial(r_3, special_FAR) / special_polynomial(r_3, special_FAR_DIVISOR);
    }
    return q < 0.0 ? -value : value;
}

//:: special_first_odds needs special_betaln_positive special_exp special_log special_quantile has special_first_odds
inline double special_first_odds(double a, double b, double p) {
    if (a >= 1.0 && b >= 1.0) {
        const double s = -special_quantile(p - 0.5, p);
        const double over_a = 1.0 / (2.0 * a - 1.0);
        const double over_b = 1.0 / (2.0 * b - 1.0);
        const double h = 2.0 / (over_a + over_b);
        const double lambda = (s * s - 3.0) / 6.0;
        const double root = h + lambda > 0.0 ? sqrt(h + lambda) : 0.0;
        const double w = s * root / h - (over_b - over_a) * (lambda + 5.0 / 6.0 - 2.0 / (3.0 * h));
        return a / b * special_exp(-2.0 * w);
    }
    const double least = special_exp((special_log(p) + special_log(a) + special_betaln_positive(a, b)) / a);
    return least < 0.5 ? least / (1.0 - least) : 1.0;
}

//:: special_log_quotient needs special_log special_log1p has special_log_quotient
inline double special_log_quotient(double x, double y) {
    return x > 0.5 * y && x < 2.0 * y ? special_log1p((x - y) / y) : special_log(x / y);
}

//:: special_beta_inverse needs special_tuples special_LARGEST_OF_NEWTON special_beta_power special_exp special_first_odds special_incomplete_beta special_log_quotient has special_beta_inverse
__noinline__ special_tuple2<double, double> special_beta_inverse(double a, double b, double p) {
    double odds = special_first_odds(a, b, p);
    if (a > special_LARGEST_OF_NEWTON && b > special_LARGEST_OF_NEWTON) {
        return special_tuple2<double, double>{odds / (1.0 + odds), 1.0 / (1.0 + odds)};
    }
    #pragma unroll 1
    for (int turn = 0; turn < 50; ++turn) {
        const double x = odds / (1.0 + odds);
        const double y = 1.0 / (1.0 + odds);
        double lower;
        double power;
        if (x <= 0.5) {
            auto [lower_2, unused] = special_incomplete_beta(a, b, x);
            lower = lower_2;
            power = special_beta_power(a, b, x);
        } else {
            auto [unused_2, lower_3] = special_incomplete_beta(b, a, y);
            lower = lower_3;
            power = special_beta_power(b, a, y);
        }
        if (lower == 0.0 || power == 0.0) {
            odds *= lower < p ? 4.0 : 0.25;
            continue;
        }
        const double step = special_log_quotient(lower, p) * (lower / power);
        odds *= special_exp(-step);
        if ((fabs(step) < 1e-9 || odds < 1e-300) || odds > 1e300) {
            break;
        }
    }
    return special_tuple2<double, double>{odds / (1.0 + odds), 1.0 / (1.0 + odds)};
}

//:: special_swapped needs special_tuples has special_swapped
inline special_tuple2<double, double> special_swapped(special_tuple2<double, double> pair) {
    auto [x, y] = pair;
    return special_tuple2<double, double>{y, x};
}

//:: special_betainccinv needs special_tuples special_beta_inverse special_swapped has special_betainccinv
__noinline__ double special_betainccinv(double a, double b, double q) {
    if (!(((a > 0.0 && b > 0.0) && q >= 0.0) && q <= 1.0)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (q == 0.0 || q == 1.0) {
        return 1.0 - q;
    }
    if (isinf(a) && isinf(b)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (isinf(a) || isinf(b)) {
        return isinf(a) ? 1.0 : 0.0;
    }
    auto [x, unused] = q <= 0.5 ? special_swapped(special_beta_inverse(b, a, q)) : special_beta_inverse(a, b, 1.0 - q);
    return x;
}

//:: special_bdtri needs special_betainccinv special_is_no_probability has special_bdtri
inline double special_bdtri(double k, double n, double y) {
    const double k_2 = floor(k);
    const double n_2 = trunc(n);
    if (special_is_no_probability(y) || !((k_2 >= 0.0 && n_2 > k_2) && isfinite(n_2))) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    return special_betainccinv(k_2 + 1.0, n_2 - k_2, y);
}

//:: special_is_outside has special_is_outside
inline bool special_is_outside(double p) {
    return !(p > 0.0 && p < 1.0);
}

//:: special_narrowed needs special_tuples has special_narrowed
inline special_tuple4<double, double, double, double> special_narrowed(special_tuple4<double, double, double, double> pair, double point, double at_point) {
    auto [low, high, at_low, at_high] = pair;
    if (!(point > low && point < high)) {
        return special_tuple4<double, double, double, double>{low, high, at_low, at_high};
    }
    return (at_point > 0.0) == (at_low > 0.0) ? special_tuple4<double, double, double, double>{point, high, at_point, at_high} : special_tuple4<double, double, double, double>{low, point, at_low, at_point};
}

//:: special_f_parts needs special_tuples special_beta_parts special_swapped has special_f_parts
inline special_tuple2<double, double> special_f_parts(double n, double d, double x) {
    if (!((n > 0.0 && d > 0.0) && x >= 0.0)) {
        return special_tuple2<double, double>{__longlong_as_double(0x7ff8000000000000ll), __longlong_as_double(0x7ff8000000000000ll)};
    }
    if (isinf(n) || isinf(d)) {
        return isinf(x) ? special_tuple2<double, double>{1.0, 0.0} : special_tuple2<double, double>{__longlong_as_double(0x7ff8000000000000ll), __longlong_as_double(0x7ff8000000000000ll)};
    }
    const double product = n * x;
    if (isinf(product)) {
        return special_tuple2<double, double>{1.0, 0.0};
    }
    if (product <= d) {
        return special_beta_parts(0.5 * n, 0.5 * d, product / (d + product));
    }
    return special_swapped(special_beta_parts(0.5 * d, 0.5 * n, d / (d + product)));
}

//:: special_log2_of_quotient needs special_tuples special_log2_of_sum has special_log2_of_quotient
inline special_tuple2<double, double> special_log2_of_quotient(double x, double y) {
    const double quotient = x / y;
    return special_log2_of_sum(quotient, fma(-quotient, y, x) / y);
}

//:: special_decay_exponent needs special_tuples special_LOG2_E_HIGH special_LOG2_E_REST special_excess_pair special_log2_of_quotient special_pair_sum special_pair_times has special_decay_exponent
__noinline__ special_tuple2<double, double> special_decay_exponent(double a, double x, double difference, double lost) {
    const double quotient = difference / a;
    if (fabs(quotient) < 0.05) {
        const double rest = (fma(-quotient, a, difference) + lost) / a;
        auto [high, low] = special_pair_times(special_tuple2<double, double>{special_LOG2_E_HIGH, special_LOG2_E_REST}, -a);
        auto [excess, excess_low] = special_excess_pair(quotient, rest);
        auto [product, product_low] = special_pair_times(special_tuple2<double, double>{high, low}, excess);
        return special_tuple2<double, double>{product, product_low + high * excess_low};
    }
    const special_tuple2<double, double> power = special_pair_times(special_log2_of_quotient(x, a), a);
    auto [decay, decay_low] = special_pair_times(special_tuple2<double, double>{special_LOG2_E_HIGH, special_LOG2_E_REST}, -difference);
    return special_pair_sum(power, special_tuple2<double, double>{decay, decay_low - lost * special_LOG2_E_HIGH});
}

//:: special_gamma_power needs special_tuples special_LEAST_QUOTIENT special_LOG2_E_HIGH special_LOG2_E_REST special_decay_exponent special_exp special_exp2_of_sum special_gamma_positive special_log2_of_sum special_pair_sum special_pair_times special_stirling special_two_sum has special_gamma_power
__noinline__ double special_gamma_power(double a, double x) {
    if (a < special_LEAST_QUOTIENT) {
        const special_tuple2<double, double> power = special_pair_times(special_log2_of_sum(x, 0.0), a);
        const special_tuple2<double, double> exponent = special_pair_sum(power, special_pair_times(special_tuple2<double, double>{special_LOG2_E_HIGH, special_LOG2_E_REST}, -x));
        const double factorial = a < 1.0 ? special_gamma_positive(1.0 + a) : a * special_gamma_positive(a);
        return special_exp2_of_sum(exponent) / factorial;
    }
    auto [difference, lost] = special_two_sum(x, -a);
    const double root = 1.0 / sqrt(6.283185307179586 * a);
    return special_exp2_of_sum(special_decay_exponent(a, x, difference, lost)) * root * special_exp(-special_stirling(a));
}

//:: special_lower_sum has special_lower_sum
inline double special_lower_sum(double a, double x) {
    double term = 1.0;
    double sum = 1.0;
    #pragma unroll 1
    for (int k = 1; k < 2000; ++k) {
        term *= x / (a + (double)k);
        sum += term;
        if (term < 0.25 * 2.220446049250313e-16 * sum) {
            break;
        }
    }
    return sum;
}

//:: special_small_upper needs special_exp special_expm1 special_gammaln_of_next special_log has special_small_upper
inline double special_small_upper(double a, double x) {
    const double exponent = a * special_log(x) - special_gammaln_of_next(a);
    double term = 1.0;
    double sum = 0.0;
    #pragma unroll 1
    for (int k = 1; k < 60; ++k) {
        const double n = (double)k;
        term *= -x / n;
        const double step = term / (a + n);
        sum += step;
        if (fabs(step) < 0.25 * 2.220446049250313e-16 * fabs(sum)) {
            break;
        }
    }
    return -special_expm1(exponent) - special_exp(exponent) * a * sum;
}

//:: special_erfcx needs special_tuples special_exp special_scaled_complement special_two_product has special_erfcx
inline double special_erfcx(double x) {
    const double a = fabs(x);
    const double scaled = a > 100000000.0 ? 0.5641895835477563 / a : special_scaled_complement(a);
    if (!(x < 0.0)) {
        return scaled;
    }
    if (a > 26.7) {
        return __longlong_as_double(0x7ff0000000000000ll);
    }
    auto [square, low] = special_two_product(x, x);
    const double whole = special_exp(square);
    return 2.0 * (whole + whole * low) - scaled;
}

//:: special_uniform_expansion needs special_tuples special_ETA_OVER_EXCESS special_decay_exponent special_erfcx special_exp2_of_sum has special_uniform_expansion
inline special_tuple2<double, double> special_uniform_expansion(double a, double x, double difference, double lost) {
    const double LN_2 = 0.6931471805599453;
    const special_tuple2<double, double> exponent = special_decay_exponent(a, x, difference, lost);
    auto [high, unused] = exponent;
    const double energy = high < 0.0 ? -high * LN_2 : 0.0;
    const bool above = difference > 0.0;
    const double eta = sqrt(2.0 * energy / a);
    const double eta_2 = above ? eta : -eta;
    double next = 0.0;
    double current = 0.0;
    double sum = 0.0;
    #pragma unroll 1
    for (int k = 1; k < 25; ++k) {
        const int n = 25 - k;
        {
            const double next_2 = current;
            const double next_3 = ((double)n + 1.0) / a * next + special_ETA_OVER_EXCESS[n];
            next = next_2;
            current = next_3;
        }
        sum = sum * eta_2 + current;
    }
    const double series = sum * a / (a + next);
    const double scaled = 0.5 * special_erfcx(sqrt(energy));
    const double rest = series / sqrt(6.283185307179586 * a);
    const double smaller = special_exp2_of_sum(exponent) * (above ? scaled + rest : scaled - rest);
    return above ? special_tuple2<double, double>{1.0 - smaller, smaller} : special_tuple2<double, double>{smaller, 1.0 - smaller};
}

//:: special_upper_fraction needs special_gamma_power has special_upper_fraction
inline double special_upper_fraction(double a, double x) {
    const double power = special_gamma_power(a, x);
    if (power == 0.0) {
        return 0.0;
    }
    double b = x + 1.0 - a;
    double d = 1.0 / b;
    double step = d;
    double value = d;
    #pragma unroll 1
    for (int k = 1; k < 2000; ++k) {
        const double n = (double)k;
        b += 2.0;
        d = 1.0 / fma(n * (a - n), d, b);
        step *= b * d - 1.0;
        value += step;
        if (fabs(step) < 0.5 * 2.220446049250313e-16 * fabs(value)) {
            break;
        }
    }
    return power * a * value;
}

//:: special_incomplete_gamma needs special_tuples special_LEAST_UNIFORM special_MOST_SMALL special_UNIFORM_RANGE special_gamma_power special_lower_sum special_small_upper special_two_sum special_uniform_expansion special_upper_fraction has special_incomplete_gamma
__noinline__ special_tuple2<double, double> special_incomplete_gamma(double a, double x) {
    auto [difference, lost] = special_two_sum(x, -a);
    if (a >= special_LEAST_UNIFORM && fabs(difference) < special_UNIFORM_RANGE * a) {
        return special_uniform_expansion(a, x, difference, lost);
    }
    if (x > a && x > special_MOST_SMALL) {
        const double upper = special_upper_fraction(a, x);
        return special_tuple2<double, double>{1.0 - upper, upper};
    }
    const double lower = special_gamma_power(a, x) * special_lower_sum(a, x);
    if ((a < 1.0 && x <= special_MOST_SMALL) && lower > 0.5) {
        return special_tuple2<double, double>{lower, special_small_upper(a, x)};
    }
    return special_tuple2<double, double>{lower, 1.0 - lower};
}

//:: special_outer_area needs special_tuples special_decay special_scaled_complement special_two_product has special_outer_area
inline double special_outer_area(double x) {
    const double a = (fabs(x) < 40.0 ? fabs(x) : 40.0);
    auto [square, low] = special_two_product(a, a);
    const double tail = 0.5 * special_scaled_complement(a * 0.7071067811865476) * special_decay(0.5 * square, 0.5 * low);
    return (x > 0.0 ? 1.0 - tail : (isnan(x) ? x : tail));
}

//:: special_ndtr needs special_inner special_outer_area has special_ndtr
__noinline__ double special_ndtr(double x) {
    const double t = x * 0.7071067811865476;
    return (fabs(t) < 1.0 ? 0.5 + 0.5 * special_inner(t) : special_outer_area(x));
}

//:: special_student_tail needs special_tuples special_incomplete_beta has special_student_tail
inline special_tuple2<double, double> special_student_tail(double df, double a) {
    if (isinf(a)) {
        return special_tuple2<double, double>{0.5, 0.0};
    }
    const double ratio = a / df * a;
    if (ratio < 1.0) {
        const double x = ratio / (1.0 + ratio);
        if (x == 0.0) {
            return special_tuple2<double, double>{0.0, 0.5};
        }
        auto [lower, upper] = special_incomplete_beta(0.5, 0.5 * df, x);
        return special_tuple2<double, double>{0.5 * lower, 0.5 * upper};
    }
    const double x_2 = 1.0 / (1.0 + ratio);
    if (x_2 == 0.0) {
        return special_tuple2<double, double>{0.5, 0.0};
    }
    auto [lower_2, upper_2] = special_incomplete_beta(0.5 * df, 0.5, x_2);
    return special_tuple2<double, double>{0.5 * upper_2, 0.5 * lower_2};
}

//:: special_stdtr_parts needs special_tuples special_ndtr special_student_tail has special_stdtr_parts
inline special_tuple2<double, double> special_stdtr_parts(double df, double t) {
    if (!(df > 0.0) || isnan(t)) {
        return special_tuple2<double, double>{__longlong_as_double(0x7ff8000000000000ll), __longlong_as_double(0x7ff8000000000000ll)};
    }
    if (isinf(df)) {
        return special_tuple2<double, double>{special_ndtr(t), special_ndtr(-t)};
    }
    auto [centre, tail] = special_student_tail(df, fabs(t));
    const double rest = tail > 0.25 ? 0.5 + centre : 1.0 - tail;
    return t > 0.0 ? special_tuple2<double, double>{rest, tail} : special_tuple2<double, double>{tail, rest};
}

//:: special_parts_at needs special_tuples special_FIRST special_SECOND_FREEDOM special_SHAPE special_SUCCESSES special_beta_parts special_f_parts special_incomplete_gamma special_stdtr_parts has special_parts_at
__noinline__ special_tuple2<double, double> special_parts_at(int kind, double s, double u, double v) {
    if (kind == special_SHAPE) {
        return special_incomplete_gamma(s, u);
    }
    if (kind == special_FIRST) {
        return special_beta_parts(s, u, v);
    }
    if (kind == special_SUCCESSES) {
        const double failures = u - s + 1.0;
        return special_beta_parts(s, failures > 0.0 ? failures : 0.0, v);
    }
    if (kind == special_SECOND_FREEDOM) {
        return special_f_parts(u, s, v);
    }
    return special_stdtr_parts(s, v);
}

//:: special_ridders_point has special_ridders_point
inline double special_ridders_point(double low, double high, double at_low, double at_middle, double at_high) {
    const double middle = 0.5 * (low + high);
    const double root = sqrt(at_middle * at_middle - at_low * at_high);
    if (root == 0.0) {
        return middle;
    }
    const double step = (middle - low) * (at_middle / root);
    return at_low > at_high ? middle + step : middle - step;
}

//:: special_bounded_log needs special_log has special_bounded_log
inline double special_bounded_log(double x) {
    return x > 0.0 ? special_log(x) : -800.0;
}

//:: special_surplus needs special_tuples special_bounded_log special_log has special_surplus
inline double special_surplus(special_tuple2<double, double> pair, double p, double q) {
    auto [lower, upper] = pair;
    return p < q ? special_bounded_log(lower) - special_log(p) : special_log(q) - special_bounded_log(upper);
}

//:: special_solved needs special_tuples special_FREEDOM special_MOST_STEPS_OF_RIDDERS special_MOST_WIDENINGS special_SECOND_FREEDOM special_exp special_log special_narrowed special_parts_at special_ridders_point special_surplus has special_solved
inline double special_solved(int kind, double first, double most, double u, double v, double p, double q) {
    const double start = special_log(first);
    const double end = special_log(most);
    const double at_start = special_surplus(special_parts_at(kind, first, u, v), p, q);
    if (isnan(at_start)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    const bool rising = kind == special_SECOND_FREEDOM || (kind == special_FREEDOM && v > 0.0);
    const bool upwards = (at_start > 0.0) != rising;
    double near_ = start;
    double at_near = at_start;
    double far_ = start;
    double at_far = at_start;
    double width = 0.5;
    #pragma unroll 1
    for (int turn = 0; turn < special_MOST_WIDENINGS; ++turn) {
        {
            const double next = far_;
            const double next_2 = at_far;
            near_ = next;
            at_near = next_2;
        }
        far_ = upwards ? near_ + width : near_ - width;
        if (far_ > end) {
            far_ = end;
        }
        at_far = special_surplus(special_parts_at(kind, special_exp(far_), u, v), p, q);
        if (((at_far > 0.0) != (at_near > 0.0) || far_ == end) || isnan(at_far)) {
            break;
        }
        width *= 2.0;
    }
    if (isnan(at_far) || (at_far > 0.0) == (at_near > 0.0)) {
        return upwards ? most : 0.0;
    }
    special_tuple4<double, double, double, double> bracket = upwards ? special_tuple4<double, double, double, double>{near_, far_, at_near, at_far} : special_tuple4<double, double, double, double>{far_, near_, at_far, at_near};
    double point = start;
    #pragma unroll 1
    for (int turn_2 = 0; turn_2 < special_MOST_STEPS_OF_RIDDERS; ++turn_2) {
        auto [low, high, at_low, at_high] = bracket;
        const double middle = 0.5 * (low + high);
        const double at_middle = special_surplus(special_parts_at(kind, special_exp(middle), u, v), p, q);
        if (at_middle == 0.0) {
            return special_exp(middle);
        }
        const double last = point;
        point = special_ridders_point(low, high, at_low, at_middle, at_high);
        const double at_point = special_surplus(special_parts_at(kind, special_exp(point), u, v), p, q);
        if (at_point == 0.0 || fabs(point - last) <= 1e-16 * (1.0 + fabs(point))) {
            break;
        }
        bracket = special_narrowed(special_narrowed(bracket, middle, at_middle), point, at_point);
    }
    return special_exp(point);
}

//:: special_bdtrik needs special_SUCCESSES special_is_outside special_solved has special_bdtrik
__noinline__ double special_bdtrik(double y, double n, double p) {
    if (((special_is_outside(y) || special_is_outside(p)) || !(n > 0.0)) || isinf(n)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    const double next = special_solved(special_SUCCESSES, 0.5 * n * p + 0.5, n + 1.0, n, p, 1.0 - y, y);
    return next > 1.0 ? next - 1.0 : 0.0;
}

//:: special_bdtrin needs special_FIRST special_is_outside special_solved has special_bdtrin
__noinline__ double special_bdtrin(double k, double y, double p) {
    if (((special_is_outside(y) || special_is_outside(p)) || !(k >= 0.0)) || isinf(k)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    return k + special_solved(special_FIRST, (k + 1.0) * (1.0 - p) / p, __longlong_as_double(0x7ff0000000000000ll), k + 1.0, 1.0 - p, y, 1.0 - y);
}

//:: special_half_turns needs special_tuples special_casts has special_half_turns
inline special_tuple3<double, double, unsigned long long> special_half_turns(double x) {
    const double PI_LOW = 1.2246467991473532e-16;
    const double x_2 = fabs(x) < 9007199254740992.0 ? x : x - x;
    const double quarters = rint(2.0 * x_2);
    const double rest = x_2 - 0.5 * quarters;
    const double r = rest * 3.141592653589793;
    const double low = fma(rest, 3.141592653589793, -r) + rest * PI_LOW;
    return special_tuple3<double, double, unsigned long long>{r, low, (unsigned long long)special_to_i64(quarters)};
}

//:: special_sine_of_parts needs special_COS special_SIN special_polynomial has special_sine_of_parts
__noinline__ double special_sine_of_parts(double r, double low, unsigned long long q) {
    const bool odd = (q & 1ull) != 0ull;
    const double z = r * r;
    const double half = 0.5 * z;
    const double cosine = 1.0 - half;
    double c[6] = {};
    #pragma unroll
    for (int i = 0; i < 6; ++i) {
        c[i] = (odd ? special_COS[i] : special_SIN[i]);
    }
    const double leading = (odd ? cosine : r);
    const double correction = (odd ? 1.0 - cosine - half - r * low : low * cosine);
    const double value = leading + (correction + z * (odd ? z : r) * special_polynomial(z, c));
    return __longlong_as_double((long long)((unsigned long long)__double_as_longlong(value) ^ ((q & 2ull) << 62)));
}

//:: special_sin_pi needs special_tuples special_half_turns special_sine_of_parts has special_sin_pi
inline double special_sin_pi(double x) {
    auto [r, low, q] = special_half_turns(x);
    return special_sine_of_parts(r, low, q);
}

//:: special_gamma needs special_gamma_positive special_sin_pi has special_gamma with double float f16 bf16
__noinline__ double special_gamma(double x) {
    if (x == 0.0) {
        return copysign(1.0 / x, x);
    }
    const double a = fabs(x);
    if (x > 0.0 || isnan(x)) {
        return special_gamma_positive(x);
    }
    if (a == floor(a)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    const double sine = -special_sin_pi(a);
    if (a > 171.5) {
        if (a > 184.0) {
            return copysign(0.0, sine);
        }
        const double half = special_gamma_positive(a - 40.0);
        double product = 3.141592653589793 / (a * sine) / half;
        #pragma unroll 1
        for (int k = 1; k < 41; ++k) {
            product /= a - (double)k;
        }
        return product;
    }
    return 3.141592653589793 / (a * sine * special_gamma_positive(a));
}

//:: special_bessel_series needs special_tuples special_exp special_exp2_of_pair special_gamma special_log2_pair special_sin_pi special_stirling special_two_product special_two_sum has special_bessel_series
inline double special_bessel_series(double order, double x, bool reflected) {
    const double LOG2_HALF_E = 0.4426950408889634;
    const double LOG2_HALF_E_LOW = 2.0355273740931033e-17;
    const double ROOT_TWO_PI = 2.5066282746310002;
    const double signed_ = reflected ? -order : order;
    const double square = 0.25 * x * x;
    double term = 1.0;
    double sum = 1.0;
    #pragma unroll 1
    for (int k = 1; k < 2000; ++k) {
        const double n = (double)k;
        term *= -square / (n * (n + signed_));
        sum += term;
        const bool passed = !reflected || n > order;
        if (fabs(term) <= (passed ? 1e-17 : 1e-34) * fabs(sum)) {
            break;
        }
    }
    auto [high, low] = special_log2_pair(x);
    const bool large = order > 20.0;
    auto [base, base_low] = large ? special_log2_pair(order) : special_tuple2<double, double>{1.0, 0.0};
    auto [ratio, rest] = special_two_sum(high, -base);
    auto [ratio_2, more] = special_two_sum(ratio, large ? LOG2_HALF_E : 0.0);
    const double tail = rest + more + (low - base_low) + (large ? LOG2_HALF_E_LOW : 0.0);
    auto [exponent, lost] = special_two_product(signed_, ratio_2);
    const bool inside = fabs(exponent) < 1100.0;
    const double exponent_2 = inside ? exponent : copysign(1100.0, exponent);
    const double power = special_exp2_of_pair(exponent_2, inside ? lost + signed_ * tail : 0.0);
    const double sine = special_sin_pi(order) * 0.3183098861837907;
    if (large) {
        const double correction = special_stirling(order);
        const double root = ROOT_TWO_PI * sqrt(order);
        return reflected ? power * (special_exp(correction) * root / order) * sine * sum : power * (special_exp(-correction) / root) * sum;
    }
    if (reflected && order > 1.0) {
        return power * special_gamma(order) * sine * sum;
    }
    return power / special_gamma(1.0 + signed_) * sum;
}

//:: special_gammasgn has special_gammasgn
inline double special_gammasgn(double x) {
    if (isnan(x) || x > 0.0) {
        return isnan(x) ? x : 1.0;
    }
    if (x == 0.0) {
        return copysign(1.0, x);
    }
    const double whole = floor(x);
    if (x == whole) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    return 0.5 * whole == floor(0.5 * whole) ? 1.0 : -1.0;
}

//:: special_beta_at_infinity needs special_tuples special_gammasgn has special_beta_at_infinity
__noinline__ double special_beta_at_infinity(double a, double b) {
    auto [finite, infinite] = isinf(a) ? special_tuple2<double, double>{b, a} : special_tuple2<double, double>{a, b};
    if (infinite < 0.0 || isinf(finite)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    return copysign(__longlong_as_double(0x7ff0000000000000ll), special_gammasgn(finite));
}

//:: special_is_odd has special_is_odd
inline bool special_is_odd(double x) {
    return 0.5 * x != floor(0.5 * x);
}

//:: special_beta_at_pole needs special_beta_positive special_is_odd has special_beta_at_pole
inline double special_beta_at_pole(double a, double b) {
    if ((b == floor(b) && 1.0 - a - b > 0.0) && fabs(b) < 1000000000000000.0) {
        const double sign = special_is_odd(b) ? -1.0 : 1.0;
        const double c = 1.0 - a - b;
        return isinf(a) ? __longlong_as_double(0x7ff0000000000000ll) : sign * (b > 0.0 ? special_beta_positive(c, b) : __longlong_as_double(0x7ff0000000000000ll));
    }
    return __longlong_as_double(0x7ff0000000000000ll);
}

//:: special_beta_of_sums needs special_tuples special_beta_positive special_rough_digamma has special_beta_of_sums
inline double special_beta_of_sums(special_tuple2<double, double> pair, special_tuple2<double, double> pair_2) {
    auto [a, a_low] = pair;
    auto [b, b_low] = pair_2;
    const double value = special_beta_positive(a, b);
    const double whole = special_rough_digamma(a + b);
    return value + value * (a_low * (special_rough_digamma(a) - whole) + b_low * (special_rough_digamma(b) - whole));
}

//:: special_is_pole has special_is_pole
inline bool special_is_pole(double x) {
    return x <= 0.0 && x == floor(x);
}

//:: special_cos_of_parts needs special_sine_of_parts has special_cos_of_parts
inline double special_cos_of_parts(double r, double low, unsigned long long q) {
    return special_sine_of_parts(r, low, q + 1ull);
}

//:: special_cos_pi needs special_tuples special_cos_of_parts special_half_turns has special_cos_pi
__noinline__ double special_cos_pi(double x) {
    auto [r, low, q] = special_half_turns(x);
    return special_cos_of_parts(r, low, q);
}

//:: special_sine_of_sum needs special_cos_pi special_sin_pi has special_sine_of_sum
__noinline__ double special_sine_of_sum(double high, double low) {
    return special_sin_pi(high) + 3.141592653589793 * low * special_cos_pi(high);
}

//:: special_beta needs special_tuples special_beta_at_infinity special_beta_at_pole special_beta_of_sums special_beta_positive special_is_pole special_sin_pi special_sine_of_sum special_two_sum has special_beta
__noinline__ double special_beta(double a, double b) {
    if (special_is_pole(a)) {
        return special_beta_at_pole(a, b);
    }
    if (special_is_pole(b)) {
        return special_beta_at_pole(b, a);
    }
    if (isnan(a) || isnan(b)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (a > 0.0 && b > 0.0) {
        return special_beta_positive(a, b);
    }
    if (isinf(a) || isinf(b)) {
        return special_beta_at_infinity(a, b);
    }
    auto [sum, lost] = special_two_sum(a, b);
    const double above = special_sine_of_sum(sum, lost);
    if (a < 0.0 && b < 0.0) {
        const double sines = special_sin_pi(a) * special_sin_pi(b);
        const double product = (1.0 - sum) * special_beta_of_sums(special_two_sum(1.0, -a), special_two_sum(1.0, -b));
        return 3.141592653589793 * above / sines / product;
    }
    auto [negative, positive] = a < 0.0 ? special_tuple2<double, double>{a, b} : special_tuple2<double, double>{b, a};
    if (sum > 0.0) {
        const double divisor = special_sin_pi(negative) * positive * special_beta_of_sums(special_two_sum(1.0, -negative), special_tuple2<double, double>{sum, lost});
        return 3.141592653589793 / divisor;
    }
    auto [mirrored, rest] = special_two_sum(1.0, -sum);
    return above / special_sin_pi(negative) * special_beta_of_sums(special_tuple2<double, double>{positive, 0.0}, special_tuple2<double, double>{mirrored, rest - lost});
}

//:: special_betainc needs special_tuples special_beta_parts has special_betainc
inline double special_betainc(double a, double b, double x) {
    auto [lower, unused] = special_beta_parts(a, b, x);
    return lower;
}

//:: special_betaincinv needs special_tuples special_beta_inverse special_swapped has special_betaincinv
__noinline__ double special_betaincinv(double a, double b, double p) {
    if (!(((a > 0.0 && b > 0.0) && p >= 0.0) && p <= 1.0)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (p == 0.0 || p == 1.0) {
        return p;
    }
    if (isinf(a) && isinf(b)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (isinf(a) || isinf(b)) {
        return isinf(a) ? 1.0 : 0.0;
    }
    auto [x, unused] = p <= 0.5 ? special_beta_inverse(a, b, p) : special_swapped(special_beta_inverse(b, a, 1.0 - p));
    return x;
}

//:: special_betaln needs special_tuples special_beta special_beta_at_infinity special_betaln_positive special_is_pole special_log special_sin_pi special_sine_of_sum special_two_sum has special_betaln
__noinline__ double special_betaln(double a, double b) {
    if (special_is_pole(a) || special_is_pole(b)) {
        const special_tuple2<double, double> value = special_is_pole(a) ? special_tuple2<double, double>{a, b} : special_tuple2<double, double>{b, a};
        const double c = 1.0 - value.first - value.second;
        const bool finite = (((value.second == floor(value.second) && c > 0.0) && c < __longlong_as_double(0x7ff0000000000000ll)) && value.second > 0.0) && value.second < 1000000000000000.0;
        return finite ? special_betaln_positive(c, value.second) : __longlong_as_double(0x7ff0000000000000ll);
    }
    if (isnan(a) || isnan(b)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (a > 0.0 && b > 0.0) {
        return special_betaln_positive(a, b);
    }
    if (isinf(a) || isinf(b)) {
        return fabs(special_beta_at_infinity(a, b));
    }
    auto [sum, lost] = special_two_sum(a, b);
    if (fabs(a) < 60.0 && fabs(b) < 60.0) {
        return special_log(fabs(special_beta(a, b)));
    }
    const double above = fabs(special_sine_of_sum(sum, lost));
    if (a < 0.0 && b < 0.0) {
        const double sines = fabs(special_sin_pi(a) * special_sin_pi(b));
        return special_log(3.141592653589793 * above / sines) - special_log(1.0 - sum) - special_betaln_positive(1.0 - a, 1.0 - b);
    }
    auto [negative, positive] = a < 0.0 ? special_tuple2<double, double>{a, b} : special_tuple2<double, double>{b, a};
    const double sine = fabs(special_sin_pi(negative));
    if (sum > 0.0) {
        return special_log(3.141592653589793 / sine) - special_log(positive) - special_betaln_positive(1.0 - negative, sum);
    }
    return special_log(above / sine) + special_betaln_positive(positive, 1.0 - sum);
}

//:: special_is_whole needs special_TWO_52 has special_is_whole
inline bool special_is_whole(double x) {
    const double a = fabs(x);
    return (a >= special_TWO_52) | (a + special_TWO_52 - special_TWO_52 == a);
}

//:: special_power_edges needs special_is_whole has special_power_edges
inline double special_power_edges(double x, double y, double value) {
    const double a = fabs(x);
    const bool integer = special_is_whole(y);
    const bool odd = integer & !special_is_whole(y * 0.5);
    const bool extreme = ((a == 0.0) | (a == __longlong_as_double(0x7ff0000000000000ll))) | (fabs(y) == __longlong_as_double(0x7ff0000000000000ll));
    const double limit = (a == 1.0 ? 1.0 : ((a > 1.0) == (y > 0.0) ? __longlong_as_double(0x7ff0000000000000ll) : 0.0));
    const double value_2 = (extreme ? limit : value);
    const double value_3 = (odd & signbit(x) ? -value_2 : value_2);
    const double value_4 = (((x < 0.0) & !integer) & (a != __longlong_as_double(0x7ff0000000000000ll)) ? __longlong_as_double(0x7ff8000000000000ll) : value_3);
    const double value_5 = (isnan(x) | isnan(y) ? __longlong_as_double(0x7ff8000000000000ll) : value_4);
    return ((y == 0.0) | (x == 1.0) ? 1.0 : value_5);
}

//:: special_pow needs special_tuples special_at_least special_at_most special_exp2_of_pair special_log2_pair special_power_edges special_two_product has special_pow
__noinline__ double special_pow(double x, double y) {
    auto [high, low] = special_log2_pair(fabs(x));
    const double limited = special_at_least(special_at_most(y, 1e30), -1e30);
    auto [product, lost] = special_two_product(limited, high);
    const bool inside = fabs(product) < 1100.0;
    const double tail = (inside ? fma(limited, low, lost) : 0.0);
    return special_power_edges(x, y, special_exp2_of_pair(special_at_least(special_at_most(product, 1100.0), -1100.0), tail));
}

//:: special_far_binom needs special_gamma special_is_odd special_pow special_sin_pi has special_far_binom
inline double special_far_binom(double n, double k) {
    const double factor = special_gamma(1.0 + n);
    const double amplitude = factor * (1.0 / k + n / (2.0 * k * k)) / (3.141592653589793 * special_pow(k, n));
    const double whole = floor(k);
    const double sine = special_sin_pi(k - whole - n);
    return special_is_odd(whole) ? -amplitude * sine : amplitude * sine;
}

//:: special_rgamma needs special_gamma_positive special_sin_pi has special_rgamma with double float f16 bf16
__noinline__ double special_rgamma(double x) {
    if (x > 170.0) {
        if (x > 185.0) {
            return 0.0;
        }
        double value = 1.0 / special_gamma_positive(x - 20.0);
        #pragma unroll 1
        for (int k = 1; k < 21; ++k) {
            value /= x - (double)k;
        }
        return value;
    }
    if (x >= 0.5) {
        return 1.0 / special_gamma_positive(x);
    }
    if (x > -0.5) {
        return x / special_gamma_positive(1.0 + x);
    }
    const double a = fabs(x);
    if (a == floor(a) || isnan(x)) {
        return isnan(x) ? x : 0.0;
    }
    const double sine = -special_sin_pi(a) * a * 0.3183098861837907;
    if (a < 170.0) {
        return sine * special_gamma_positive(a);
    }
    double value_2 = sine * special_gamma_positive(a < 300.0 ? a - 130.0 : 170.0);
    #pragma unroll 1
    for (int k_2 = 1; k_2 < 131; ++k_2) {
        value_2 *= a - (double)k_2;
    }
    return value_2;
}

//:: special_reflected_binom needs special_tuples special_beta_of_sums special_gamma special_rgamma special_sin_pi special_sine_of_sum special_two_sum has special_reflected_binom
inline double special_reflected_binom(double n, double k) {
    auto [rest, lost] = special_two_sum(n, -k);
    const special_tuple2<double, double> next_n = special_two_sum(1.0, n);
    const special_tuple2<double, double> next_k = special_two_sum(1.0, k);
    auto [next_rest, next_lost] = special_two_sum(1.0, rest);
    const special_tuple2<double, double> next_rest_2 = special_tuple2<double, double>{next_rest, next_lost + lost};
    if (n > -1.0) {
        if (k > -1.0 && rest > -1.0) {
            return 1.0 / (n + 1.0) / special_beta_of_sums(next_rest_2, next_k);
        }
        if (k > -1.0) {
            return -special_beta_of_sums(next_n, special_tuple2<double, double>{-rest, -lost}) * special_sine_of_sum(rest, lost) * 0.3183098861837907;
        }
        return -special_beta_of_sums(next_n, special_tuple2<double, double>{-k, 0.0}) * special_sin_pi(k) * 0.3183098861837907;
    }
    if (k > -1.0) {
        return special_sine_of_sum(rest, lost) / (special_sin_pi(n) * -rest * special_beta_of_sums(special_tuple2<double, double>{-n, 0.0}, next_k));
    }
    if (rest > -1.0) {
        return special_sin_pi(k) / (special_sin_pi(n) * -k * special_beta_of_sums(special_tuple2<double, double>{-n, 0.0}, next_rest_2));
    }
    return special_gamma(n + 1.0) * special_rgamma(k + 1.0) * special_rgamma(rest + 1.0);
}

//:: special_binom needs special_betaln special_exp special_far_binom special_log special_reflected_binom has special_binom
__noinline__ double special_binom(double n, double k) {
    if (((k == -__longlong_as_double(0x7ff0000000000000ll) || ((n == __longlong_as_double(0x7ff0000000000000ll) && k < 0.0) && k == floor(k))) && !(n < 0.0 && n == floor(n))) && !isnan(n)) {
        return 0.0;
    }
    if ((isnan(n) || isnan(k)) || (n < 0.0 && n == floor(n))) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (k == floor(k) && (fabs(n) > 1e-8 || n == 0.0)) {
        const bool mirrored = (n == floor(n) && k > 0.5 * n) && n > 0.0;
        const double count = mirrored ? n - k : k;
        if (count >= 0.0 && count < 20.0) {
            double numerator = 1.0;
            double divisor = 1.0;
            #pragma unroll 1
            for (int i = 1; i < 20; ++i) {
                if ((double)i > count) {
                    break;
                }
                numerator *= (double)i + n - count;
                divisor *= (double)i;
                if (fabs(numerator) > 1e50) {
                    numerator /= divisor;
                    divisor = 1.0;
                }
            }
            return numerator / divisor;
        }
    }
    if (n >= 10000000000.0 * k && k > 0.0) {
        return special_exp(-special_betaln(1.0 + n - k, 1.0 + k) - special_log(n + 1.0));
    }
    if (k > 100000000.0 * fabs(n)) {
        return special_far_binom(n, k);
    }
    return special_reflected_binom(n, k);
}

//:: special_cube_root_step has special_cube_root_step
inline double special_cube_root_step(double a, double t) {
    const double cube = t * t * t;
    return t * ((cube + 2.0 * a) / (2.0 * cube + a));
}

//:: special_rough_cube_root needs special_cube_root_step has special_rough_cube_root
inline double special_rough_cube_root(double a) {
    const unsigned int third = (unsigned int)((unsigned long long)__double_as_longlong(a) >> 32) / 3u + 715094163u;
    const double t = __longlong_as_double((long long)((unsigned long long)third << 32));
    return special_cube_root_step(a, special_cube_root_step(a, t));
}

//:: special_cbrt needs special_tuples special_rough_cube_root special_two_product has special_cbrt
__noinline__ double special_cbrt(double x) {
    const double a = fabs(x);
    const bool small = a < 1e-270;
    const bool large = a > 1e270;
    const double scaled = a * (small ? 4.149515568880993e180 : (large ? 4.909093465297727e-91 : 1.0));
    const double back = (small ? 6.223015277861142e-61 : (large ? 1.2676506002282294e30 : 1.0));
    const double t = special_rough_cube_root(scaled);
    auto [square, lost] = special_two_product(t, t);
    auto [cube, rest] = special_two_product(square, t);
    const double excess = cube - scaled + (rest + lost * t);
    const double root = (t - excess / (3.0 * square)) * back;
    return copysign(((a > 0.0) & (a < __longlong_as_double(0x7ff0000000000000ll)) ? root : a), x);
}

//:: special_cosine needs special_tuples special_cos_of_parts has special_cosine
inline double special_cosine(double, special_tuple3<double, double, unsigned long long> pair) {
    auto [r, low, q] = pair;
    return special_cos_of_parts(r, low, q);
}

//:: special_reduce_far needs special_tuples special_MAGIC special_fast_two_sum special_two_product special_two_sum has special_reduce_far
inline special_tuple3<double, double, unsigned long long> special_reduce_far(double x) {
    const double SECOND = 6.123233995736766e-17;
    const double THIRD = -1.4973849048591698e-33;
    const double shifted = x * 0.6366197723675814 + special_MAGIC;
    const double n = shifted - special_MAGIC;
    auto [first, first_rest] = special_two_product(n, 1.5707963267948966);
    auto [second, second_rest] = special_two_product(n, SECOND);
    auto [sum, rest] = special_two_sum(x - first, -first_rest);
    auto [sum_2, more] = special_two_sum(sum, -second);
    auto [r, low] = special_fast_two_sum(sum_2, rest + more - (second_rest + n * THIRD));
    return special_tuple3<double, double, unsigned long long>{r, low, (unsigned long long)__double_as_longlong(shifted)};
}

//:: special_reduce_huge needs special_tuples special_TWO_OVER_PI special_fast_two_sum special_power_of_two special_two_product has special_reduce_huge
inline special_tuple3<double, double, unsigned long long> special_reduce_huge(double x) {
    const double HALF_PI = 1.5707963267948966;
    const double HALF_PI_LOW = 6.123233995736766e-17;
    const unsigned long long WORD = 4294967295ull;
    const unsigned long long bits = (unsigned long long)__double_as_longlong(x);
    const unsigned long long exponent = (bits >> 52) & 2047ull;
    if (exponent == 2047ull) {
        return special_tuple3<double, double, unsigned long long>{__longlong_as_double(0x7ff8000000000000ll), __longlong_as_double(0x7ff8000000000000ll), 0ull};
    }
    const unsigned long long integer = (bits & 4503599627370495ull) | 4503599627370496ull;
    const unsigned long long skipped = exponent - 1045ull;
    const int start = (int)(skipped >> 5);
    const unsigned long long shift = skipped & 31ull;
    unsigned long long product[6] = {};
    const unsigned long long low = integer & WORD;
    const unsigned long long high = integer >> 32;
    unsigned long long carry = 0ull;
    unsigned long long below = 0ull;
    #pragma unroll
    for (int k = 0; k < 6; ++k) {
        const unsigned long long pair = (special_TWO_OVER_PI[start + 5 - k] << 32) | special_TWO_OVER_PI[start + 6 - k];
        const unsigned long long word = (pair >> (32ull - shift)) & WORD;
        const unsigned long long direct = word * low;
        const unsigned long long shifted = below * high;
        const unsigned long long sum = (direct & WORD) + (shifted & WORD) + carry;
        product[k] = sum & WORD;
        carry = (direct >> 32) + (shifted >> 32) + (sum >> 32);
        below = word;
    }
    const unsigned long long first = (product[5] << 32) | product[4];
    const unsigned long long second = (product[3] << 32) | product[2];
    const unsigned long long third = (product[1] << 32) | product[0];
    const unsigned long long quarters = first >> 62;
    const unsigned long long fraction = (first << 2) | (second >> 62);
    const unsigned long long rest = (second << 2) | (third >> 62);
    const unsigned long long up = fraction >> 63;
    auto [fraction_2, rest_2] = up == 1ull ? special_tuple2<unsigned long long, unsigned long long>{~fraction, ~rest} : special_tuple2<unsigned long long, unsigned long long>{fraction, rest};
    const unsigned int zeros = (unsigned int)__clzll((long long)fraction_2);
    const unsigned long long fraction_3 = (fraction_2 << zeros) | ((rest_2 >> 1) >> (63u - zeros));
    const unsigned long long rest_3 = rest_2 << zeros;
    const double unit = special_power_of_two(-64.0 - (double)zeros);
    const double high_2 = (double)(fraction_3 >> 11) * 2048.0 * unit;
    const double low_2 = (double)(((fraction_3 & 2047ull) << 42) | (rest_3 >> 22)) * (unit * 2.2737367544323206e-13);
    auto [r, lost] = special_two_product(high_2, HALF_PI);
    auto [r_2, low_3] = special_fast_two_sum(r, lost + (low_2 * HALF_PI + high_2 * HALF_PI_LOW));
    const bool negative = (up == 1ull) != signbit(x);
    const unsigned long long q = signbit(x) ? 0ull - (quarters + up) : quarters + up;
    return special_tuple3<double, double, unsigned long long>{(negative ? -r_2 : r_2), (negative ? -low_3 : low_3), q};
}

//:: special_reduce_near needs special_tuples special_MAGIC special_fast_two_sum special_two_sum has special_reduce_near
inline special_tuple3<double, double, unsigned long long> special_reduce_near(double x) {
    const double FIRST = 1.5707963267923333;
    const double SECOND = 2.5633441515839558e-12;
    const double THIRD = 1.0562999066987428e-23;
    const double shifted = x * 0.6366197723675814 + special_MAGIC;
    const double n = shifted - special_MAGIC;
    auto [sum, rest] = special_two_sum(x - n * FIRST, -(n * SECOND));
    auto [r, low] = special_fast_two_sum(sum, rest - n * THIRD);
    return special_tuple3<double, double, unsigned long long>{r, low, (unsigned long long)__double_as_longlong(shifted)};
}

//:: special_reduce_any needs special_tuples special_TRIGONOMETRIC_FAR_RANGE special_TRIGONOMETRIC_RANGE special_reduce_far special_reduce_huge special_reduce_near has special_reduce_any
__noinline__ special_tuple3<double, double, unsigned long long> special_reduce_any(double x) {
    return fabs(x) <= special_TRIGONOMETRIC_RANGE ? special_reduce_near(x) : fabs(x) <= special_TRIGONOMETRIC_FAR_RANGE ? special_reduce_far(x) : special_reduce_huge(x);
}

//:: special_cos needs special_cosine special_reduce_any has special_cos
inline double special_cos(double x) {
    return special_cosine(x, special_reduce_any(x));
}

//:: special_sine needs special_tuples special_sine_of_parts has special_sine
inline double special_sine(double x, special_tuple3<double, double, unsigned long long> pair) {
    auto [r, low, q] = pair;
    return (x == 0.0 ? x : special_sine_of_parts(r, low, q));
}

//:: special_sin needs special_reduce_any special_sine has special_sin
inline double special_sin(double x) {
    return special_sine(x, special_reduce_any(x));
}

//:: special_debye needs special_tuples special_ATANH_CUBED special_DEBYE_1 special_DEBYE_2 special_DEBYE_3 special_DEBYE_4 special_DEBYE_5 special_DEBYE_6 special_atan special_cos special_exp special_log special_polynomial special_sin has special_debye
__noinline__ special_tuple2<double, double> special_debye(double order, double x) {
    const bool above = x > order;
    const double root = sqrt(fabs(x - order)) * sqrt(x + order);
    const double t = root / order;
    const double inverse = 1.0 / root;
    const double square = above ? t * t : -(t * t);
    const double z = -1.0 / square;
    const double second = inverse * inverse;
    const double third = inverse * inverse * inverse;
    const double u1 = inverse * special_polynomial(z, special_DEBYE_1);
    const double u2 = second * special_polynomial(z, special_DEBYE_2);
    const double u3 = third * special_polynomial(z, special_DEBYE_3);
    const double u4 = second * second * special_polynomial(z, special_DEBYE_4);
    const double u5 = second * third * special_polynomial(z, special_DEBYE_5);
    const double u6 = third * third * special_polynomial(z, special_DEBYE_6);
    const double excess = t < 0.3 ? t * t * t * special_polynomial(-square, special_ATANH_CUBED) : above ? t - special_atan(t) : special_log((order + root) / x) - t;
    const double amplitude = sqrt(0.6366197723675814 * inverse);
    if (!above) {
        const double even = 1.0 + u2 + u4 + u6;
        const double odd = u1 + u3 + u5;
        const double power = special_exp(-0.5 * order * excess);
        return special_tuple2<double, double>{0.5 * amplitude * power * (even + odd) * power, -amplitude / power * (even - odd) / power};
    }
    const double even_2 = 1.0 - u2 + u4 - u6;
    const double odd_2 = u1 - u3 + u5;
    const double phase = order * excess;
    const double c = special_cos(phase);
    const double s = special_sin(phase);
    const double wave_c = 0.7071067811865476 * (c + s);
    const double wave_s = 0.7071067811865476 * (s - c);
    return special_tuple2<double, double>{amplitude * (even_2 * wave_c + odd_2 * wave_s), amplitude * (even_2 * wave_s - odd_2 * wave_c)};
}

//:: special_twice_reciprocal needs special_tuples has special_twice_reciprocal
inline special_tuple2<double, double> special_twice_reciprocal(double x) {
    const double reciprocal = 2.0 / x;
    return special_tuple2<double, double>{reciprocal, fma(reciprocal, -x, 2.0) / x};
}

//:: special_downwards needs special_tuples special_MOST_STEPS special_twice_reciprocal has special_downwards
inline special_tuple3<double, double, double> special_downwards(double order, double x, double steps) {
    const double LARGE = 2.582249878086909e120;
    const double SMALL = 3.872591914849318e-121;
    auto [reciprocal, lost] = special_twice_reciprocal(x);
    double current = 0.0;
    double ahead = 1.0;
    double above = 0.0;
    #pragma unroll 1
    for (int turn = 0; turn < special_MOST_STEPS; ++turn) {
        above += 1.0;
        const double n = order + above;
        {
            const double next = ahead;
            const double next_2 = n * reciprocal * ahead - current;
            current = next;
            ahead = next_2;
        }
        if (fabs(ahead) > 10000000000.0) {
            break;
        }
    }
    double value = 0.0;
    double k = above;
    {
        const double next_3 = 1.0;
        const double next_4 = 0.0;
        current = next_3;
        ahead = next_4;
    }
    #pragma unroll 1
    for (int turn_2 = 0; turn_2 < 2 * special_MOST_STEPS; ++turn_2) {
        if (k == 0.0) {
            value = current;
        }
        if (k <= -steps) {
            break;
        }
        const double n_2 = order + k;
        {
            const double next_5 = fma(n_2, reciprocal, n_2 * lost) * current - ahead;
            const double next_6 = current;
            current = next_5;
            ahead = next_6;
        }
        k -= 1.0;
        if (fabs(current) > LARGE) {
            current *= SMALL;
            ahead *= SMALL;
            value *= SMALL;
        }
    }
    return special_tuple3<double, double, double>{value, current, ahead};
}

//:: special_modulus_parts needs special_tuples has special_modulus_parts
inline special_tuple2<double, double> special_modulus_parts(double order, double x) {
    const double step = 0.125 / x;
    double term = 1.0;
    double even = 1.0;
    double odd = 0.0;
    bool odd_turn = true;
    #pragma unroll 1
    for (int k = 1; k < 60; ++k) {
        const double n = (double)k;
        const double root = 2.0 * n - 1.0;
        term *= (2.0 * order - root) * (2.0 * order + root) * (step / n);
        if (odd_turn) {
            odd += term;
            term = -term;
        } else {
            even += term;
        }
        odd_turn = !odd_turn;
        if (fabs(term) < 1e-18) {
            break;
        }
    }
    return special_tuple2<double, double>{even, odd};
}

//:: special_hankel needs special_tuples special_cos special_cos_pi special_modulus_parts special_sin special_sin_pi has special_hankel
inline special_tuple4<double, double, double, double> special_hankel(double order, double x) {
    const double c = special_cos(x);
    const double s = special_sin(x);
    const double cosine = special_cos_pi(0.5 * order);
    const double sine = special_sin_pi(0.5 * order);
    const double turned_c = cosine - sine;
    const double turned_s = cosine + sine;
    const double wave_c = c * turned_c + s * turned_s;
    const double wave_s = s * turned_c - c * turned_s;
    const double amplitude = 1.0 / sqrt(3.141592653589793 * x);
    auto [p, q] = special_modulus_parts(order, x);
    auto [next_p, next_q] = special_modulus_parts(order + 1.0, x);
    return special_tuple4<double, double, double, double>{amplitude * (p * wave_c - q * wave_s), amplitude * (p * wave_s + q * wave_c), amplitude * (next_p * wave_s + next_q * wave_c), amplitude * (next_q * wave_s - next_p * wave_c)};
}

//:: special_steed needs special_tuples special_MOST_STEED_TERMS has special_steed
inline special_tuple4<double, double, double, double> special_steed(double order, double x, double multiple, double next) {
    double re = 0.0;
    double im = 0.0;
    double n = floor(8.0 + 110.0 / x) + 0.5;
    #pragma unroll 1
    for (int turn = 0; turn < special_MOST_STEED_TERMS; ++turn) {
        n -= 1.0;
        if (n < 0.0) {
            break;
        }
        const double numerator = (n - order) * (n + order);
        const double c = 2.0 * x + re;
        const double d = 2.0 * (n + 0.5) + im;
        const double scale = numerator / (c * c + d * d);
        {
            const double next_2 = c * scale;
            const double next_3 = -d * scale;
            re = next_2;
            im = next_3;
        }
    }
    const double p = -(0.5 + im) / x;
    const double q = 1.0 + re / x;
    const double slope = order / x * multiple - next;
    const double other = (p * multiple - slope) / q;
    const double scale_2 = sqrt(2.0 / (3.141592653589793 * x * q) / (multiple * multiple + other * other));
    const double j = scale_2 * multiple;
    const double y = scale_2 * other;
    return special_tuple4<double, double, double, double>{j, y, scale_2 * next, order / x * y - (p * y + q * j)};
}

//:: special_upwards needs special_tuples special_MOST_STEPS special_twice_reciprocal has special_upwards
__noinline__ double special_upwards(double order, double x, double steps, double value, double next) {
    auto [reciprocal, lost] = special_twice_reciprocal(x);
    double current = value;
    double ahead = next;
    double k = 1.0;
    #pragma unroll 1
    for (int turn = 0; turn < special_MOST_STEPS; ++turn) {
        if (k > steps || isinf(current)) {
            break;
        }
        const double n = order + k;
        {
            const double next_2 = ahead;
            const double next_3 = fma(n, reciprocal, n * lost) * ahead - current;
            current = next_2;
            ahead = next_3;
        }
        k += 1.0;
    }
    return current;
}

//:: special_by_recurrence needs special_tuples special_FAR_FROM_TURNING special_LARGEST_RECURRED special_SMALLEST_FAR special_cbrt special_debye special_downwards special_hankel special_steed special_upwards has special_by_recurrence
__noinline__ special_tuple2<double, double> special_by_recurrence(double order, double x, bool wanted) {
    const bool near_ = x < special_SMALLEST_FAR;
    const bool turning = order > special_LARGEST_RECURRED && 2.0 * x < order * order;
    const double start = turning ? x - (special_FAR_FROM_TURNING + 2.0) * special_cbrt(x) : sqrt(2.0 * x);
    const double steps = near_ ? floor(order) : order > start ? ceil(order - start) : 0.0;
    const double low = order - steps;
    double value = 0.0;
    double base = 1.0;
    double next = 0.0;
    const bool down = near_ || order > x;
    if (down) {
        {
            const auto pair = special_downwards(order, x, steps);
            value = pair.first;
            base = pair.second;
            next = pair.third;
        }
    }
    double j;
    double y;
    double next_j;
    double next_y;
    if (near_) {
        const auto pair_2 = special_steed(low, x, base, next);
        j = pair_2.first;
        y = pair_2.second;
        next_j = pair_2.third;
        next_y = pair_2.fourth;
    } else if (turning) {
        auto [j_2, y_2] = special_debye(low, x);
        auto [next_j_2, next_y_2] = special_debye(low + 1.0, x);
        j = j_2;
        y = y_2;
        next_j = next_j_2;
        next_y = next_y_2;
    } else {
        const auto pair_3 = special_hankel(low, x);
        j = pair_3.first;
        y = pair_3.second;
        next_j = pair_3.third;
        next_y = pair_3.fourth;
    }
    const double first = down ? value * ((j * base + next_j * next) / (base * base + next * next)) : special_upwards(low, x, steps, j, next_j);
    return special_tuple2<double, double>{first, wanted ? special_upwards(low, x, steps, y, next_y) : 0.0};
}

//:: special_both_kinds needs special_tuples special_FAR_FROM_TURNING special_LARGEST_RECURRED special_LARGEST_TURNING special_SMALLEST_FAR special_by_recurrence special_cbrt special_debye has special_both_kinds
inline special_tuple2<double, double> special_both_kinds(double order, double x, bool wanted) {
    const bool far_ = x >= special_SMALLEST_FAR && 2.0 * x >= order * order;
    if (!far_ && order > special_LARGEST_RECURRED) {
        if (fabs(order - x) >= special_FAR_FROM_TURNING * special_cbrt(order)) {
            return special_debye(order, x);
        }
        if (order > special_LARGEST_TURNING) {
            const double ratio = special_cbrt(order / special_LARGEST_TURNING);
            auto [j, y] = special_by_recurrence(special_LARGEST_TURNING, special_LARGEST_TURNING + (x - order) / ratio, wanted);
            return special_tuple2<double, double>{j / ratio, y / ratio};
        }
    }
    return special_by_recurrence(order, x, wanted);
}

//:: special_exp2_less_one needs special_tuples special_exp2_of_sum special_expm1 has special_exp2_less_one
inline double special_exp2_less_one(special_tuple2<double, double> pair) {
    auto [high, low] = pair;
    if (fabs(high) < 0.5) {
        return special_expm1(high * 0.6931471805599453 + low * 0.6931471805599453);
    }
    return special_exp2_of_sum(special_tuple2<double, double>{high, low}) - 1.0;
}

//:: special_transformed needs special_tuples special_exp2_less_one special_exp2_of_sum special_pair_times has special_transformed
inline double special_transformed(special_tuple2<double, double> logarithm, double lambda) {
    const double LARGE = 1.6069380442589903e60;
    auto [high, low] = special_pair_times(logarithm, lambda);
    if (high > 1000.0) {
        return special_exp2_of_sum(special_tuple2<double, double>{high - 200.0, low}) / lambda * LARGE;
    }
    return special_exp2_less_one(special_tuple2<double, double>{high, low}) / lambda;
}

//:: special_transformed_edge needs special_exp special_expm1 has special_transformed_edge
inline double special_transformed_edge(double logarithm, double lambda) {
    if (lambda == 0.0) {
        return logarithm;
    }
    const double exponent = lambda * logarithm;
    if (exponent > 709.0 && isinf(lambda)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    return exponent > 709.0 ? copysign(special_exp(exponent), lambda) : special_expm1(exponent) / lambda;
}

//:: special_boxcox needs special_log special_log2_of_sum special_transformed special_transformed_edge has special_boxcox
__noinline__ double special_boxcox(double x, double lambda) {
    if (!((x > 0.0 && x < __longlong_as_double(0x7ff0000000000000ll)) && fabs(lambda) < 1e300)) {
        return special_transformed_edge(special_log(x), lambda);
    }
    return fabs(lambda) < 1e-19 ? special_log(x) : special_transformed(special_log2_of_sum(x, 0.0), lambda);
}

//:: special_boxcox1p needs special_tuples special_log1p special_log2_of_sum special_transformed special_transformed_edge special_two_sum has special_boxcox1p
__noinline__ double special_boxcox1p(double x, double lambda) {
    const double logarithm = special_log1p(x);
    if (!((x > -1.0 && x < __longlong_as_double(0x7ff0000000000000ll)) && fabs(lambda) < 1e300)) {
        return special_transformed_edge(logarithm, lambda);
    }
    if (fabs(lambda) < 1e-19 || (fabs(logarithm) < 1e-289 && fabs(lambda) < 1e273)) {
        return logarithm;
    }
    auto [sum, rest] = special_two_sum(1.0, x);
    return special_transformed(special_log2_of_sum(sum, rest), lambda);
}

//:: special_btdtria needs special_FIRST special_is_outside special_solved has special_btdtria
__noinline__ double special_btdtria(double p, double b, double x) {
    if (((special_is_outside(p) || special_is_outside(x)) || !(b > 0.0)) || isinf(b)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    return special_solved(special_FIRST, b * x / (1.0 - x), __longlong_as_double(0x7ff0000000000000ll), b, x, p, 1.0 - p);
}

//:: special_btdtrib needs special_FIRST special_is_outside special_solved has special_btdtrib
__noinline__ double special_btdtrib(double a, double p, double x) {
    if (((special_is_outside(p) || special_is_outside(x)) || !(a > 0.0)) || isinf(a)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    return special_solved(special_FIRST, a * (1.0 - x) / x, __longlong_as_double(0x7ff0000000000000ll), a, 1.0 - x, 1.0 - p, p);
}

//:: special_hypot needs special_tuples special_fast_two_sum special_two_product has special_hypot
__noinline__ double special_hypot(double x, double y) {
    const double a = fabs(x);
    const double b = fabs(y);
    const double far_ = (a < b ? b : a);
    const double near_ = (a < b ? a : b);
    const bool small = far_ < 1e-150;
    const bool large = far_ > 1e150;
    const double factor = (small ? 4.149515568880993e180 : (large ? 2.409919865102884e-181 : 1.0));
    const double back = (small ? 2.409919865102884e-181 : (large ? 4.149515568880993e180 : 1.0));
    const double far_2 = far_ * factor;
    const double near_2 = near_ * factor;
    auto [square, lost] = special_two_product(far_2, far_2);
    auto [near_square, near_lost] = special_two_product(near_2, near_2);
    auto [sum, rest] = special_fast_two_sum(square, near_square);
    const double value = sqrt(sum + (rest + (lost + near_lost))) * back;
    return ((a == __longlong_as_double(0x7ff0000000000000ll)) | (b == __longlong_as_double(0x7ff0000000000000ll)) ? __longlong_as_double(0x7ff0000000000000ll) : value);
}

//:: special_product needs special_tuples has special_product
inline special_tuple2<double, double> special_product(special_tuple2<double, double> pair, special_tuple2<double, double> pair_2) {
    auto [a, b] = pair;
    auto [c, d] = pair_2;
    return special_tuple2<double, double>{a * c - b * d, a * d + b * c};
}

//:: special_stirling_parts needs special_tuples special_HALF_LOG_TWO_PI special_STIRLING special_atan2 special_hypot special_log special_product has special_stirling_parts
__noinline__ special_tuple2<double, double> special_stirling_parts(double x, double y) {
    const double size = special_hypot(x, y);
    const double length = special_log(size);
    const double angle = special_atan2(y, x);
    const double u = x / size / size;
    const double v = -y / size / size;
    const double p = u * u - v * v;
    const double q = 2.0 * u * v;
    double re = special_STIRLING[9];
    double im = 0.0;
    #pragma unroll
    for (int k = 0; k < 9; ++k) {
        {
            const double next = re * p - im * q + special_STIRLING[8 - k];
            const double next_2 = re * q + im * p;
            re = next;
            im = next_2;
        }
    }
    auto [series_re, series_im] = special_product(special_tuple2<double, double>{re, im}, special_tuple2<double, double>{u, v});
    const double half = x - 0.5;
    return special_tuple2<double, double>{half * length - y * angle - x + special_HALF_LOG_TWO_PI + series_re, half * angle + y * length - y + series_im};
}

//:: special_by_recurrence_upwards needs special_tuples special_LEAST_ASYMPTOTIC special_atan2 special_hypot special_log special_stirling_parts has special_by_recurrence_upwards
__noinline__ special_tuple2<double, double> special_by_recurrence_upwards(double x, double y) {
    const double above = fabs(y);
    if (x > special_LEAST_ASYMPTOTIC) {
        return special_stirling_parts(x, y);
    }
    double re = x;
    double im = above;
    double next = x + 1.0;
    double flips = 0.0;
    bool below = false;
    #pragma unroll
    for (int turn = 0; turn < 8; ++turn) {
        if (next > special_LEAST_ASYMPTOTIC) {
            break;
        }
        {
            const double next_2 = re * next - im * above;
            const double next_3 = re * above + im * next;
            re = next_2;
            im = next_3;
        }
        const bool negative = signbit(im);
        if (negative && !below) {
            flips += 1.0;
        }
        below = negative;
        next += 1.0;
    }
    auto [far_re, far_im] = special_stirling_parts(next, above);
    const double imaginary = far_im - special_atan2(im, re) - 2.0 * 3.141592653589793 * flips;
    return special_tuple2<double, double>{far_re - special_log(special_hypot(re, im)), signbit(y) ? -imaginary : imaginary};
}

//:: special_gammainc needs special_tuples special_incomplete_gamma has special_gammainc
inline double special_gammainc(double a, double x) {
    if ((!(a >= 0.0 && x >= 0.0) || (a == 0.0 && x == 0.0)) || (isinf(a) && isinf(x))) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (x == 0.0 || isinf(a)) {
        return 0.0;
    }
    if (a == 0.0 || isinf(x)) {
        return 1.0;
    }
    auto [lower, unused] = special_incomplete_gamma(a, x);
    return lower;
}

//:: special_chdtr needs special_gammainc has special_chdtr
inline double special_chdtr(double v, double x) {
    return special_gammainc(0.5 * v, 0.5 * x);
}

//:: special_gammaincc needs special_tuples special_incomplete_gamma has special_gammaincc
inline double special_gammaincc(double a, double x) {
    if ((!(a >= 0.0 && x >= 0.0) || (a == 0.0 && x == 0.0)) || (isinf(a) && isinf(x))) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (x == 0.0 || isinf(a)) {
        return 1.0;
    }
    if (a == 0.0 || isinf(x)) {
        return 0.0;
    }
    auto [unused, upper] = special_incomplete_gamma(a, x);
    return upper;
}

//:: special_chdtrc needs special_gammaincc has special_chdtrc
inline double special_chdtrc(double v, double x) {
    return special_gammaincc(0.5 * v, 0.5 * x);
}

//:: special_wilson_hilferty has special_wilson_hilferty
inline double special_wilson_hilferty(double a, double s) {
    const double root = 1.0 - 1.0 / (9.0 * a) + s / (3.0 * sqrt(a));
    return root > 0.0 ? a * root * root * root : 0.0;
}

//:: special_lower_inverse needs special_tuples special_LAST_STEP special_MOST_STEPS_OF_NEWTON special_exp special_gamma_power special_gammaln_of_next special_incomplete_gamma special_log special_log_quotient special_quantile special_wilson_hilferty has special_lower_inverse
inline double special_lower_inverse(double a, double p) {
    double x = special_exp((special_log(p) + special_gammaln_of_next(a)) / a);
    if (a > 1.0) {
        const double guess = special_wilson_hilferty(a, special_quantile(p - 0.5, p < 0.5 ? p : 1.0 - p));
        if (guess > x) {
            x = guess;
        }
    }
    if (x < 1e-300) {
        return x;
    }
    #pragma unroll 1
    for (int turn = 0; turn < special_MOST_STEPS_OF_NEWTON; ++turn) {
        auto [lower, unused] = special_incomplete_gamma(a, x);
        if (lower == 0.0) {
            x *= 2.0;
            continue;
        }
        const double step = special_log_quotient(lower, p) * (lower / (special_gamma_power(a, x) * a));
        x *= special_exp(-step);
        if (fabs(step) < special_LAST_STEP) {
            break;
        }
    }
    return x;
}

//:: special_upper_inverse needs special_tuples special_LAST_STEP special_MOST_STEPS_OF_NEWTON special_exp special_gamma_power special_incomplete_gamma special_log special_log_quotient special_quantile special_wilson_hilferty has special_upper_inverse
inline double special_upper_inverse(double a, double q) {
    const double tail = q < 0.5 ? q : 1.0 - q;
    double x = a > 1.0 ? special_wilson_hilferty(a, -special_quantile(q - 0.5, tail)) : -special_log(q);
    #pragma unroll 1
    for (int turn = 0; turn < special_MOST_STEPS_OF_NEWTON; ++turn) {
        auto [unused, upper] = special_incomplete_gamma(a, x);
        if (upper == 0.0) {
            x *= 0.5;
            continue;
        }
        const double step = special_log_quotient(upper, q) * (upper / (special_gamma_power(a, x) * a));
        x *= special_exp(step);
        if (fabs(step) < special_LAST_STEP) {
            break;
        }
    }
    return x;
}

//:: special_gammainccinv needs special_lower_inverse special_upper_inverse has special_gammainccinv
__noinline__ double special_gammainccinv(double a, double q) {
    if (!((a >= 0.0 && q >= 0.0) && q <= 1.0)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if ((a == 0.0 && q > 0.0) && q < 1.0) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (q == 0.0) {
        return __longlong_as_double(0x7ff0000000000000ll);
    }
    if (q == 1.0 || a == 0.0) {
        return 0.0;
    }
    return q <= 0.5 || (q < 0.9 && a > 1.0) ? special_upper_inverse(a, q) : special_lower_inverse(a, 1.0 - q);
}

//:: special_chdtri needs special_gammainccinv has special_chdtri
inline double special_chdtri(double v, double p) {
    return 2.0 * special_gammainccinv(0.5 * v, p);
}

//:: special_chdtriv needs special_SHAPE special_is_outside special_solved has special_chdtriv
__noinline__ double special_chdtriv(double p, double x) {
    if ((special_is_outside(p) || !(x > 0.0)) || isinf(x)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    return 2.0 * special_solved(special_SHAPE, 0.5 * x, __longlong_as_double(0x7ff0000000000000ll), 0.5 * x, 0.0, p, 1.0 - p);
}

//:: special_chebyshev has special_chebyshev
template <int N> inline double special_chebyshev(double t, const double (&c)[N]) {
    double ahead = 0.0;
    double current = 0.0;
    #pragma unroll
    for (int k = (N) - 1; k >= 1; --k) {
        {
            const double next = current;
            const double next_2 = 2.0 * t * current - ahead + c[k];
            ahead = next;
            current = next_2;
        }
    }
    return t * current - ahead + c[0];
}

//:: special_chndtr needs special_tuples special_MOST_TERMS special_gamma_power special_incomplete_gamma has special_chndtr
__noinline__ double special_chndtr(double x, double df, double nc) {
    if (!((x >= 0.0 && df > 0.0) && nc >= 0.0)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (x == 0.0) {
        return 0.0;
    }
    if (isinf(x)) {
        return 1.0;
    }
    if (isinf(df) || isinf(nc)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    const double half = 0.5 * x;
    const double shape = 0.5 * df;
    const double mean = 0.5 * nc;
    const double centre = floor(mean);
    const double weight = nc == 0.0 ? 1.0 : special_gamma_power(centre, mean);
    auto [at_centre, unused] = special_incomplete_gamma(shape + centre, half);
    const double difference = special_gamma_power(shape + centre, half);
    double sum = weight * at_centre;
    double w = weight;
    double p = at_centre;
    double step = difference;
    #pragma unroll 1
    for (int k = 1; k < special_MOST_TERMS; ++k) {
        const double j = centre + (double)k;
        p -= step;
        step *= half / (shape + j);
        w *= mean / j;
        const double term = w * p;
        sum += term;
        if (term <= 1e-17 * sum) {
            break;
        }
    }
    double w_2 = weight;
    double p_2 = at_centre;
    double step_2 = difference;
    #pragma unroll 1
    for (int k_2 = 0; k_2 < special_MOST_TERMS; ++k_2) {
        const double j_2 = centre - (double)k_2;
        if (j_2 <= 0.0) {
            break;
        }
        step_2 *= (shape + j_2) / half;
        p_2 += step_2;
        w_2 *= j_2 / mean;
        const double term_2 = w_2 * p_2;
        sum += term_2;
        if (term_2 <= 1e-17 * sum) {
            break;
        }
    }
    return sum < 1.0 ? sum : 1.0;
}

//:: special_exp_f32 needs special_EXP_F32 special_LN2_HIGH_F32 special_LN2_LOW_F32 special_MAGIC_F32 special_at_least special_at_most special_polynomial has special_exp special_exp_f32 with float f16 bf16
inline float special_exp(float x) {
    const float x_2 = special_at_least(special_at_most(x, 89.5f), -104.5f);
    const float n = x_2 * 1.442695f + special_MAGIC_F32 - special_MAGIC_F32;
    const float high = x_2 - n * special_LN2_HIGH_F32;
    const float low = n * special_LN2_LOW_F32;
    const float r = high - low;
    const float sum = 1.0f + high;
    const float rest = 1.0f - sum + high - low;
    const float value = sum + (rest + r * r * special_polynomial(r, special_EXP_F32));
    const float half = n * 0.5f + (special_MAGIC_F32 + 127.0f);
    const unsigned int other = __float_as_uint(n + (special_MAGIC_F32 + 254.0f)) - __float_as_uint(half);
    return value * __uint_as_float(__float_as_uint(half) << 23) * __uint_as_float(other << 23);
}

//:: special_complement_single needs special_ERFC_F32 special_exp_f32 special_fused_polynomial has special_complement_single
inline float special_complement_single(float x) {
    const float x_2 = (x > 11.0f ? 11.0f : x);
    const float scaled = special_fused_polynomial((x_2 - 2.5f) / (x_2 + 2.5f), special_ERFC_F32) / (1.0f + 2.0f * x_2);
    const float square = x_2 * x_2;
    const float low = fma(x_2, x_2, -square);
    const float whole = special_exp(-square);
    return (whole - whole * low) * scaled;
}

//:: special_quarter_turns needs special_tuples special_casts has special_quarter_turns
inline special_tuple4<double, double, unsigned long long, bool> special_quarter_turns(double x) {
    const double DEGREE = 0.017453292519943295;
    const double DEGREE_LOW = 2.9486522708701687e-19;
    const double quarters = rint(x / 90.0);
    const double rest = fma(quarters, -90.0, x);
    const double r = rest * DEGREE;
    return special_tuple4<double, double, unsigned long long, bool>{r, fma(rest, DEGREE, -r) + rest * DEGREE_LOW, (unsigned long long)special_to_i64(quarters), fabs(rest) == 45.0};
}

//:: special_cosdg needs special_tuples special_MOST_DEGREES special_cos_of_parts special_quarter_turns has special_cosdg
__noinline__ double special_cosdg(double x) {
    if (isnan(x)) {
        return x;
    }
    if (fabs(x) > special_MOST_DEGREES) {
        return 0.0;
    }
    auto [r, low, q, unused] = special_quarter_turns(x);
    return special_cos_of_parts(r, low, q);
}

//:: special_cosm1 needs special_sin has special_cosm1
inline double special_cosm1(double x) {
    const double half = special_sin(0.5 * x);
    return -2.0 * half * half;
}

//:: special_quotient_of_turn needs special_cos_of_parts special_sine_of_parts has special_quotient_of_turn
inline double special_quotient_of_turn(double r, double low, unsigned long long q, bool diagonal) {
    const bool odd = (q & 1ull) != 0ull;
    if (r == 0.0) {
        return odd ? __longlong_as_double(0x7ff0000000000000ll) : 0.0;
    }
    if (diagonal) {
        return (r < 0.0) == odd ? 1.0 : -1.0;
    }
    return special_sine_of_parts(r, low, q) / special_cos_of_parts(r, low, q);
}

//:: special_cotdg needs special_tuples special_MOST_DEGREES special_quarter_turns special_quotient_of_turn has special_cotdg
__noinline__ double special_cotdg(double x) {
    if (x == 0.0 || isnan(x)) {
        return 1.0 / fabs(x);
    }
    if (fabs(x) > special_MOST_DEGREES) {
        return 0.0;
    }
    auto [r, low, q, diagonal] = special_quarter_turns(x);
    return -special_quotient_of_turn(r, low, q - 1ull, diagonal);
}

//:: special_quotient needs special_tuples has special_quotient
inline special_tuple2<double, double> special_quotient(double x, double y, double t) {
    const double below = x - t;
    const double above = x + t;
    const double square = y * y;
    const double inverse = 1.0 / ((below * below + square) * (above * above + square));
    return special_tuple2<double, double>{y * (x * x + square + t * t) * inverse, x * (below * above + square) * inverse};
}

//:: special_midpoint_sum needs special_tuples special_MIDPOINTS special_STEP special_quotient has special_midpoint_sum
inline special_tuple2<double, double> special_midpoint_sum(double x, double y) {
    double re = 0.0;
    double im = 0.0;
    #pragma unroll 1
    for (int k = 0; k < 12; ++k) {
        auto [a, b] = special_quotient(x, y, ((double)k + 0.5) * special_STEP);
        re += special_MIDPOINTS[k] * a;
        im += special_MIDPOINTS[k] * b;
    }
    const double FACTOR = 2.0 * special_STEP / 3.141592653589793;
    return special_tuple2<double, double>{FACTOR * re, FACTOR * im};
}

//:: special_point_sum needs special_tuples special_POINTS special_STEP special_quotient has special_point_sum
inline special_tuple2<double, double> special_point_sum(double x, double y) {
    const double square = x * x + y * y;
    double re = 0.5 * (y / square);
    double im = 0.5 * (x / square);
    #pragma unroll 1
    for (int k = 0; k < 11; ++k) {
        auto [a, b] = special_quotient(x, y, ((double)k + 1.0) * special_STEP);
        re += special_POINTS[k] * a;
        im += special_POINTS[k] * b;
    }
    const double FACTOR = 2.0 * special_STEP / 3.141592653589793;
    return special_tuple2<double, double>{FACTOR * re, FACTOR * im};
}

//:: special_residue needs special_tuples special_STEP special_cos special_cos_pi special_decay special_exp special_sin special_sin_pi special_two_product special_two_sum has special_residue
inline special_tuple2<double, double> special_residue(double x, double y, bool midpoints) {
    const double difference = x - y;
    const double sum = x + y;
    auto [exponent, lost] = special_two_product(difference, sum);
    auto [unused, difference_low] = special_two_sum(x, -y);
    auto [unused_2, sum_low] = special_two_sum(x, y);
    const double size = 2.0 * special_decay(exponent, lost + difference_low * sum + difference * sum_low);
    const double angle = 2.0 * x * y;
    const double turns = 2.0 * (x / special_STEP);
    const double growth = special_exp(2.0 * 3.141592653589793 / special_STEP * y);
    if (size == 0.0 || growth > 1e150) {
        return special_tuple2<double, double>{0.0, 0.0};
    }
    const double growth_2 = midpoints ? growth : -growth;
    const double re = 1.0 + growth_2 * special_cos_pi(turns);
    const double im = -growth_2 * special_sin_pi(turns);
    const double scale = size / (re * re + im * im);
    const double c = special_cos(angle);
    const double s = -special_sin(angle);
    return special_tuple2<double, double>{scale * (c * re + s * im), scale * (s * re - c * im)};
}

//:: special_faddeeva_quadrant needs special_tuples special_STEP special_TWO_OVER_ROOT_PI special_midpoint_sum special_point_sum special_residue has special_faddeeva_quadrant
inline special_tuple2<double, double> special_faddeeva_quadrant(double x, double y) {
    if (isinf(x) || isinf(y)) {
        return special_tuple2<double, double>{0.0, 0.0};
    }
    if (x > 100000000.0 || y > 100000000.0) {
        const double largest = x > y ? x : y;
        const double u = x / largest;
        const double v = y / largest;
        const double factor = 0.5 * special_TWO_OVER_ROOT_PI / largest / (u * u + v * v);
        return special_tuple2<double, double>{v * factor, u * factor};
    }
    const double shifted = x / special_STEP;
    const double phase = shifted - floor(shifted);
    const bool near_points = phase < 0.25 || phase > 0.75;
    const bool far_ = y >= 3.141592653589793 / special_STEP && y >= x;
    auto [re, im] = far_ || near_points ? special_midpoint_sum(x, y) : special_point_sum(x, y);
    if (far_) {
        return special_tuple2<double, double>{re, im};
    }
    auto [pole_re, pole_im] = special_residue(x, y, near_points);
    return special_tuple2<double, double>{re + pole_re, im + pole_im};
}

//:: special_dawsn needs special_tuples special_DAWSON special_TWO_OVER_ROOT_PI special_faddeeva_quadrant special_polynomial has special_dawsn
__noinline__ double special_dawsn(double x) {
    const double a = fabs(x);
    if (a < 1.0) {
        return x * special_polynomial(x * x, special_DAWSON);
    }
    if (!(a < 100000000.0)) {
        return 0.5 / x;
    }
    if (a > 50.0) {
        const double u = 0.5 / (a * a);
        const double series = 1.0 + u * (1.0 + u * (3.0 + u * (15.0 + u * (105.0 + u * (945.0 + u * 10395.0)))));
        return 0.5 / x * series;
    }
    auto [unused, im] = special_faddeeva_quadrant(a, 0.0);
    return copysign(im / special_TWO_OVER_ROOT_PI, x);
}

//:: special_degenerate needs special_REACH special_STEPS_OF_DUPLICATION has special_degenerate
__noinline__ double special_degenerate(double x, double y) {
    const double start = (x + 2.0 * y) / 3.0;
    double a = start;
    double p = x;
    double q = y;
    double shrunk = 1.0;
    const double far_ = fabs(start - x) * special_REACH;
    #pragma unroll 1
    for (int turn = 0; turn < special_STEPS_OF_DUPLICATION; ++turn) {
        if (far_ * shrunk < a) {
            break;
        }
        const double lambda = 2.0 * sqrt(p) * sqrt(q) + q;
        a = 0.25 * (a + lambda);
        p = 0.25 * (p + lambda);
        q = 0.25 * (q + lambda);
        shrunk *= 0.25;
    }
    const double s = (y - start) * shrunk / a;
    const double tail = 0.375 + s * (9.0 / 22.0 + s * (159.0 / 208.0 + s * 1.125));
    return (1.0 + s * s * (0.3 + s * (1.0 / 7.0 + s * tail))) / sqrt(a);
}

//:: special_digamma_positive needs special_DIGAMMA_FAR special_DIGAMMA_MIDDLE special_log special_polynomial has special_digamma_positive
__noinline__ double special_digamma_positive(double x) {
    const double ROOT = 1.4616321449683622;
    const double ROOT_LOW = 9.549995429965697e-17;
    if (x >= 10.0) {
        const double inverse = 1.0 / x;
        const double square = inverse * inverse;
        return special_log(x) - (0.5 * inverse + square * special_polynomial(square, special_DIGAMMA_FAR));
    }
    double y = x;
    double sum = 0.0;
    #pragma unroll 1
    while (y > 2.0) {
        y -= 1.0;
        sum += 1.0 / y;
    }
    const bool below = y < 1.0;
    if (below) {
        sum = -1.0 / y;
        y += 1.0;
    }
    if (isinf(x)) {
        return x;
    }
    return (y - ROOT - ROOT_LOW) * special_polynomial(y - 1.5, special_DIGAMMA_MIDDLE) + sum;
}

//:: special_digamma needs special_cos_pi special_digamma_positive special_sin_pi has special_digamma with double float f16 bf16
__noinline__ double special_digamma(double x) {
    if (x > 0.0 || isnan(x)) {
        return special_digamma_positive(x);
    }
    if (x == 0.0) {
        return -(1.0 / x);
    }
    const double a = fabs(x);
    if (a == floor(a)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    return special_digamma_positive(1.0 + a) + 3.141592653589793 * (special_cos_pi(a) / special_sin_pi(a));
}

//:: special_digamma_right needs special_tuples special_DIGAMMA_FAR special_atan2 special_hypot special_log special_product has special_digamma_right
__noinline__ special_tuple2<double, double> special_digamma_right(double x, double y) {
    double a = x;
    double re = 0.0;
    double im = 0.0;
    #pragma unroll 1
    for (int turn = 0; turn < 16; ++turn) {
        if (a >= 16.0 || fabs(y) >= 16.0) {
            break;
        }
        const double divisor = a * a + y * y;
        re -= a / divisor;
        im += y / divisor;
        a += 1.0;
    }
    const double size = special_hypot(a, y);
    const double u = a / size / size;
    const double v = -y / size / size;
    const double p = u * u - v * v;
    const double q = 2.0 * u * v;
    double far_re = special_DIGAMMA_FAR[7];
    double far_im = 0.0;
    #pragma unroll
    for (int k = 0; k < 7; ++k) {
        {
            const double next = far_re * p - far_im * q + special_DIGAMMA_FAR[6 - k];
            const double next_2 = far_re * q + far_im * p;
            far_re = next;
            far_im = next_2;
        }
    }
    auto [series_re, series_im] = special_product(special_tuple2<double, double>{far_re, far_im}, special_tuple2<double, double>{p, q});
    return special_tuple2<double, double>{re + (special_log(size) - 0.5 * u - series_re), im + (special_atan2(y, a) - 0.5 * v - series_im)};
}

//:: special_exp_parts needs special_tuples special_exp_sum special_fast_two_sum has special_exp_parts
inline special_tuple3<double, double, double> special_exp_parts(double x) {
    auto [sum, rest, n] = special_exp_sum(x);
    auto [high, low] = special_fast_two_sum(sum, rest);
    return special_tuple3<double, double, double>{high, low, n};
}

//:: special_sinh needs special_tuples special_SINH special_at_most special_exp_parts special_fast_two_sum special_polynomial special_power_of_two special_scale has special_sinh
inline double special_sinh(double x) {
    const double a = fabs(x);
    const double z = x * x;
    const double small = x + x * z * special_polynomial(z, special_SINH);
    auto [high, low, n] = special_exp_parts(special_at_most(a, 720.0));
    const double inverse = special_power_of_two(-special_at_most(n + n, 1000.0)) / high;
    auto [difference, rest] = special_fast_two_sum(high, -inverse);
    const double large = special_scale(difference + (rest + low), n - 1.0);
    return (a < 1.0 ? small : copysign(large, x));
}

//:: special_digamma_c128 needs special_tuples complex special_cos_pi special_digamma special_digamma_right special_is_pole special_sin_pi special_sinh has special_digamma special_digamma_c128 with c64 c128
__noinline__ c128 special_digamma(c128 z) {
    const double x = z.re;
    const double y = z.im;
    if (y == 0.0) {
        return special_is_pole(x) ? c128(__longlong_as_double(0x7ff8000000000000ll), __longlong_as_double(0x7ff8000000000000ll)) : c128(special_digamma(x), 0.0);
    }
    if (isnan(x) || isnan(y)) {
        return c128(__longlong_as_double(0x7ff8000000000000ll), __longlong_as_double(0x7ff8000000000000ll));
    }
    if (x < 0.0 && fabs(y) < 16.0) {
        auto [re, im] = special_digamma_right(1.0 - x, -y);
        const double sine = special_sin_pi(x);
        const double growth = special_sinh(3.141592653589793 * y);
        const double divisor = sine * sine + growth * growth;
        const double root = sqrt(1.0 + growth * growth);
        const special_tuple2<double, double> cotangent = special_tuple2<double, double>{sine * special_cos_pi(x) / divisor, -growth * root / divisor};
        return c128(re - 3.141592653589793 * cotangent.first, im - 3.141592653589793 * cotangent.second);
    }
    auto [re_2, im_2] = special_digamma_right(x, y);
    return c128(re_2, im_2);
}
inline c64 special_digamma(c64 z0) {
    const c128 w = special_digamma(c128(z0.re, z0.im));
    return c64((float)w.re, (float)w.im);
}

//:: special_divide needs special_tuples special_quotient_parts has special_divide
inline double special_divide(special_tuple2<double, double> pair, special_tuple2<double, double> pair_2) {
    auto [nh, nl] = pair;
    auto [dh, dl] = pair_2;
    const double reciprocal = 1.0 / dh;
    auto [leading, rest] = special_quotient_parts(special_tuple2<double, double>{nh, nl}, special_tuple2<double, double>{dh, dl}, reciprocal);
    return leading + rest;
}

//:: special_philox_words needs special_tuples has special_philox_words
__noinline__ special_tuple4<unsigned int, unsigned int, unsigned int, unsigned int> special_philox_words(unsigned long long seed, unsigned long long counter, unsigned int trial) {
    unsigned int k0 = (unsigned int)seed;
    unsigned int k1 = (unsigned int)(seed >> 32);
    unsigned int c0 = (unsigned int)counter;
    unsigned int c1 = (unsigned int)(counter >> 32);
    unsigned int c2 = trial;
    unsigned int c3 = 0u;
    #pragma unroll
    for (int turn = 0; turn < 10; ++turn) {
        const unsigned long long a = 3528531795ull * (unsigned long long)c0;
        const unsigned long long b = 3449720151ull * (unsigned long long)c2;
        {
            const unsigned int next = ((unsigned int)(b >> 32) ^ c1) ^ k0;
            const unsigned int next_2 = (unsigned int)b;
            const unsigned int next_3 = ((unsigned int)(a >> 32) ^ c3) ^ k1;
            const unsigned int next_4 = (unsigned int)a;
            c0 = next;
            c1 = next_2;
            c2 = next_3;
            c3 = next_4;
        }
        {
            const unsigned int next_5 = k0 + 2654435769u;
            const unsigned int next_6 = k1 + 3144134277u;
            k0 = next_5;
            k1 = next_6;
        }
    }
    return special_tuple4<unsigned int, unsigned int, unsigned int, unsigned int>{c0, c1, c2, c3};
}

//:: special_uniform has special_uniform
inline double special_uniform(unsigned int first, unsigned int second) {
    return (double)((long long)(first >> 5) * 67108864ll + (long long)(second >> 6)) * 1.1102230246251565e-16;
}

//:: special_normal needs special_tuples special_near_cosine special_philox_words special_uniform has special_normal
inline double special_normal(unsigned long long key, unsigned long long counter) {
    auto [a, b, c, d] = special_philox_words(key, counter, 0u);
    const double share = (double)((long long)(a >> 5) * 67108864ll + (long long)(b >> 6) + 1ll) * 1.1102230246251565e-16;
    return sqrt(-2.0 * log(share)) * special_near_cosine(special_uniform(c, d) * 6.283185307179586);
}

//:: special_uniforms needs special_tuples special_philox_words special_uniform has special_uniforms
inline special_tuple2<double, double> special_uniforms(unsigned long long key, unsigned long long counter) {
    auto [a, b, c, d] = special_philox_words(key, counter, 0u);
    return special_tuple2<double, double>{special_uniform(a, b), special_uniform(c, d)};
}

//:: special_positive needs special_tuples special_uniforms has special_positive
inline double special_positive(unsigned long long key, unsigned long long counter) {
    auto [share, unused] = special_uniforms(key, counter);
    return 1.0 - share;
}

//:: special_gamma_of needs special_tuples special_normal special_positive has special_gamma_of
inline special_tuple2<double, unsigned long long> special_gamma_of(unsigned long long key, unsigned long long first, double shape) {
    if (!(shape > 0.0) || shape == __longlong_as_double(0x7ff0000000000000ll)) {
        return special_tuple2<double, unsigned long long>{shape, first};
    }
    const double raised = shape < 1.0 ? shape + 1.0 : shape;
    const double d = raised - 1.0 / 3.0;
    const double c = 1.0 / sqrt(9.0 * d);
    unsigned long long counter = first;
    #pragma unroll 1
    for (;;) {
        const double x = special_normal(key, counter);
        counter += 1ull;
        const double root = 1.0 + c * x;
        if (root <= 0.0) {
            continue;
        }
        const double v = root * root * root;
        const double u = special_positive(key, counter);
        counter += 1ull;
        if (u < 1.0 - 0.0331 * (x * x) * (x * x) || log(u) < 0.5 * x * x + d * (1.0 - v + log(v))) {
            const double drawn = d * v;
            if (shape < 1.0) {
                return special_tuple2<double, unsigned long long>{drawn * exp(log(special_positive(key, counter)) / shape), counter + 1ull};
            }
            return special_tuple2<double, unsigned long long>{drawn, counter};
        }
    }
}

//:: special_draw_beta needs special_tuples special_gamma_of special_positive has special_draw_beta
inline double special_draw_beta(double a, double b, unsigned long long key) {
    if (!(a > 0.0 && b > 0.0)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (a > 1.0 || b > 1.0) {
        auto [first, counter] = special_gamma_of(key, 0ull, a);
        auto [second, unused] = special_gamma_of(key, counter, b);
        return first / (first + second);
    }
    unsigned long long counter_2 = 0ull;
    #pragma unroll 1
    for (;;) {
        const double u = special_positive(key, counter_2);
        const double v = special_positive(key, counter_2 + 1ull);
        counter_2 += 2ull;
        const double log_x = log(u) / a;
        const double log_y = log(v) / b;
        const double most = log_x > log_y ? log_x : log_y;
        const double log_sum = most + log(exp(log_x - most) + exp(log_y - most));
        if (log_sum <= 0.0) {
            return exp(log_x - log_sum);
        }
    }
}

//:: special_few_successes needs special_tuples special_uniforms has special_few_successes
inline double special_few_successes(unsigned long long key, double n, double p) {
    const double q = 1.0 - p;
    const double none = exp(n * log1p(-p));
    const double mean = n * p;
    const double far_ = mean + 10.0 * sqrt(mean * q + 1.0);
    const double most = far_ < n ? far_ : n;
    unsigned long long counter = 0ull;
    #pragma unroll 1
    for (;;) {
        auto [left, unused] = special_uniforms(key, counter);
        counter += 1ull;
        double k = 0.0;
        double probability = none;
        #pragma unroll 1
        while (left > probability && k <= most) {
            left -= probability;
            k += 1.0;
            probability = (n - k + 1.0) * p * probability / (k * q);
        }
        if (k <= most) {
            return k;
        }
    }
}

//:: special_log_factorial needs special_casts special_LOG_FACTORIALS has special_log_factorial
inline double special_log_factorial(double k) {
    if (k < 10.0) {
        return special_LOG_FACTORIALS[k > 0.0 ? special_to_index(k) : 0];
    }
    const double inverse = 1.0 / k;
    const double square = inverse * inverse;
    const double series = inverse * (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square * (1.0 / 1680.0))));
    return (k + 0.5) * log(k) - k + 0.9189385332046728 + series;
}

//:: special_many_successes needs special_tuples special_log_factorial special_uniforms has special_many_successes
inline double special_many_successes(unsigned long long key, double n, double p) {
    const double q = 1.0 - p;
    const double root = sqrt(n * p * q);
    const double b = 1.15 + 2.53 * root;
    const double a = -0.0873 + 0.0248 * b + 0.01 * p;
    const double c = n * p + 0.5;
    const double sure = 0.92 - 4.2 / b;
    const double alpha = (2.83 + 5.1 / b) * root;
    const double odds = log(p / q);
    const double mode = floor((n + 1.0) * p);
    const double height = special_log_factorial(mode) + special_log_factorial(n - mode);
    unsigned long long counter = 0ull;
    #pragma unroll 1
    for (;;) {
        auto [u, v] = special_uniforms(key, counter);
        counter += 1ull;
        const double u_2 = u - 0.5;
        const double v_2 = 1.0 - v;
        const double us = 0.5 - fabs(u_2);
        const double k = floor((2.0 * a / us + b) * u_2 + c);
        if (us >= 0.07 && v_2 <= sure) {
            return k;
        }
        if (k < 0.0 || k > n) {
            continue;
        }
        const double left = log(v_2 * alpha / (a / (us * us) + b));
        if (left <= height - special_log_factorial(k) - special_log_factorial(n - k) + (k - mode) * odds) {
            return k;
        }
    }
}

//:: special_draw_binomial needs special_casts special_few_successes special_many_successes has special_draw_binomial
inline long long special_draw_binomial(double p, long long n, unsigned long long key) {
    if (!(p > 0.0) || n <= 0ll) {
        return 0ll;
    }
    if (p >= 1.0) {
        return n;
    }
    const double trials = (double)n;
    const double small = p > 0.5 ? 1.0 - p : p;
    const double drawn = trials * small < 10.0 ? special_few_successes(key, trials, small) : special_many_successes(key, trials, small);
    const long long count = special_to_i64(drawn);
    const long long count_2 = count > n ? n : count;
    return p > 0.5 ? n - count_2 : count_2;
}

//:: special_draw_gamma needs special_tuples special_gamma_of has special_draw_gamma
inline double special_draw_gamma(double shape, unsigned long long key) {
    auto [drawn, unused] = special_gamma_of(key, 0ull, shape);
    return drawn;
}

//:: special_log_ways needs special_log_factorial has special_log_ways
inline double special_log_ways(double k, double few, double many, double drawn) {
    return special_log_factorial(k) + special_log_factorial(few - k) + special_log_factorial(drawn - k) + special_log_factorial(many - drawn + k);
}

//:: special_many_draws needs special_tuples special_log_ways special_uniforms has special_many_draws
inline double special_many_draws(unsigned long long key, double few, double many, double drawn) {
    const double all = few + many;
    const double share = few / all;
    const double centre = drawn * share + 0.5;
    const double spread = sqrt((all - drawn) * drawn * share * (1.0 - share) / (all - 1.0) + 0.5);
    const double width = 1.7155277699214135 * spread + 0.8989161620588988;
    const double mode = floor((drawn + 1.0) * (few + 1.0) / (all + 2.0));
    const double height = special_log_ways(mode, few, many, drawn);
    const double most = (drawn < few ? drawn : few) + 1.0;
    const double far_ = floor(centre + 16.0 * spread);
    const double end = most < far_ ? most : far_;
    unsigned long long counter = 0ull;
    #pragma unroll 1
    for (;;) {
        auto [x, y] = special_uniforms(key, counter);
        counter += 1ull;
        const double x_2 = 1.0 - x;
        const double place = centre + width * (y - 0.5) / x_2;
        if (!(place >= 0.0 && place < end)) {
            continue;
        }
        const double k = floor(place);
        const double gain = height - special_log_ways(k, few, many, drawn);
        if (x_2 * (4.0 - x_2) - 3.0 <= gain) {
            return k;
        }
        if (x_2 * (x_2 - gain) < 1.0 && 2.0 * log(x_2) <= gain) {
            return k;
        }
    }
}

//:: special_draw_hypergeometric needs special_tuples special_casts special_many_draws special_uniforms has special_draw_hypergeometric
inline long long special_draw_hypergeometric(long long populations, long long sample, unsigned long long key) {
    const long long good = populations & 4294967295ll;
    const long long bad = (populations >> 32) & 4294967295ll;
    const long long all = good + bad;
    if (sample <= 0ll || sample > all) {
        return 0ll;
    }
    const long long drawn = sample < all - sample ? sample : all - sample;
    long long count = 0ll;
    if (drawn < 10ll) {
        long long left = good;
        long long turn = 0ll;
        #pragma unroll 1
        while (turn < drawn) {
            auto [share, unused] = special_uniforms(key, (unsigned long long)turn);
            if (share * (double)(all - turn) < (double)left) {
                left -= 1ll;
                count += 1ll;
            }
            turn += 1ll;
        }
    } else {
        auto [few, many] = good > bad ? special_tuple2<long long, long long>{bad, good} : special_tuple2<long long, long long>{good, bad};
        count = special_to_i64(special_many_draws(key, (double)few, (double)many, (double)drawn));
        if (good > bad) {
            count = drawn - count;
        }
    }
    return drawn < sample ? good - count : count;
}

//:: special_draw_poisson needs special_tuples special_casts special_log_factorial special_uniforms has special_draw_poisson
inline long long special_draw_poisson(double lam, unsigned long long key) {
    if (!(lam > 0.0)) {
        return 0ll;
    }
    if (lam > 9.223372006484771e18) {
        return 0x7fffffffffffffffll;
    }
    unsigned long long counter = 0ull;
    if (lam < 10.0) {
        auto [left, unused] = special_uniforms(key, counter);
        double probability = exp(-lam);
        long long count = 0ll;
        #pragma unroll 1
        while (left > probability && count < 100ll) {
            left -= probability;
            count += 1ll;
            probability *= lam / (double)count;
        }
        return count;
    }
    const double root = sqrt(lam);
    const double log_lam = log(lam);
    const double b = 0.931 + 2.53 * root;
    const double a = -0.059 + 0.02483 * b;
    const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
    const double sure = 0.9277 - 3.6224 / (b - 2.0);
    #pragma unroll 1
    for (;;) {
        auto [u, v] = special_uniforms(key, counter);
        counter += 1ull;
        const double u_2 = u - 0.5;
        const double v_2 = 1.0 - v;
        const double us = 0.5 - fabs(u_2);
        const double k = floor((2.0 * a / us + b) * u_2 + lam + 0.43);
        if (us >= 0.07 && v_2 <= sure) {
            return special_to_i64(k);
        }
        if (k < 0.0 || (us < 0.013 && v_2 > us)) {
            continue;
        }
        const double left_2 = log(v_2) + log(inverse_alpha) - log(a / (us * us) + b);
        if (left_2 <= k * log_lam - lam - special_log_factorial(k)) {
            return special_to_i64(k);
        }
    }
}

//:: special_limited has special_limited
inline double special_limited(double x, double limit) {
    return x > limit ? limit : x < -limit ? -limit : x;
}

//:: special_draw_vonmises needs special_tuples special_near_cosine special_limited special_normal special_uniforms has special_draw_vonmises
inline double special_draw_vonmises(double kappa, unsigned long long key) {
    const double PI = 3.141592653589793;
    if (!(kappa >= 0.0)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (kappa < 1e-8) {
        return PI * (2.0 * special_uniforms(key, 0ull).first - 1.0);
    }
    if (kappa > 1000000.0) {
        return special_limited(special_normal(key, 0ull) / sqrt(kappa), PI);
    }
    double s;
    if (kappa < 1e-5) {
        s = 1.0 / kappa + kappa;
    } else {
        const double r = 1.0 + sqrt(1.0 + 4.0 * kappa * kappa);
        const double rho = (r - sqrt(2.0 * r)) / (2.0 * kappa);
        s = (1.0 + rho * rho) / (2.0 * rho);
    }
    unsigned long long counter = 0ull;
    #pragma unroll 1
    for (;;) {
        auto [u, v] = special_uniforms(key, counter);
        counter += 1ull;
        const double z = special_near_cosine(PI * u);
        const double w = (1.0 + s * z) / (s + z);
        const double y = kappa * (s - w);
        const double v_2 = 1.0 - v;
        if (y * (2.0 - y) - v_2 >= 0.0 || log(y / v_2) + 1.0 - y >= 0.0) {
            const double angle = acos(special_limited(w, 1.0));
            return special_uniforms(key, counter).first < 0.5 ? -angle : angle;
        }
    }
}

//:: special_draw_zipf needs special_tuples special_casts special_uniforms has special_draw_zipf
inline long long special_draw_zipf(double a, unsigned long long key) {
    if (!(a > 1.0) || a >= 1025.0) {
        return 1ll;
    }
    const double less = a - 1.0;
    const double b = exp2(less);
    unsigned long long counter = 0ull;
    #pragma unroll 1
    while (counter < 100000ull) {
        auto [u, v] = special_uniforms(key, counter);
        counter += 1ull;
        const double x = floor(exp(-log(1.0 - u) / less));
        if (!(x >= 1.0 && x < 9.223372036854775e18)) {
            continue;
        }
        const double t = exp(less * log1p(1.0 / x));
        if (v * x * (t - 1.0) / (b - 1.0) <= t / b) {
            return special_to_i64(x);
        }
    }
    return 0x7fffffffffffffffll;
}

//:: special_series_of_half_sinh has special_series_of_half_sinh
inline double special_series_of_half_sinh(double x) {
    const double square = x * x;
    return 0.5 * x * (1.0 + square / 6.0 * (1.0 + square / 20.0 * (1.0 + square / 42.0 * (1.0 + square / 72.0))));
}

//:: special_sinh_times_cosh needs special_exp special_series_of_half_sinh has special_sinh_times_cosh
inline double special_sinh_times_cosh(double u) {
    const double large = special_exp(2.0 * fabs(u));
    const double value = fabs(u) < 0.1 ? special_series_of_half_sinh(2.0 * fabs(u)) : 0.25 * (large - 1.0 / large);
    return copysign(value, u);
}

//:: special_expm1_parts needs special_tuples special_EXPM1 special_fast_two_sum special_polynomial special_power_of_two special_reduce has special_expm1_parts
inline special_tuple3<double, double, double> special_expm1_parts(double x) {
    auto [n, high, low] = special_reduce(x);
    const double r = high - low;
    auto [sum, rest] = special_fast_two_sum(1.0 - special_power_of_two(-n), high);
    const double z = r * r;
    auto [high_2, low_2] = special_fast_two_sum(sum, rest - low + (0.5 * z + r * z * special_polynomial(r, special_EXPM1)));
    return special_tuple3<double, double, double>{high_2, low_2, n};
}

//:: special_tanh needs special_tuples special_at_most special_divide special_expm1_parts special_power_of_two special_two_sum has special_tanh
__noinline__ double special_tanh(double x) {
    auto [nh, nl, n] = special_expm1_parts(special_at_most(fabs(x), 20.0) * 2.0);
    auto [dh, dl] = special_two_sum(nh, 2.0 * special_power_of_two(-n));
    return copysign(special_divide(special_tuple2<double, double>{nh, nl}, special_tuple2<double, double>{dh, dl + nl}), x);
}

//:: special_ellipj needs special_tuples special_asin special_atan special_cos special_exp special_sin special_sinh_times_cosh special_tanh has special_ellipj
__noinline__ special_tuple4<double, double, double, double> special_ellipj(double u, double m) {
    if (!(m >= 0.0 && m <= 1.0) || isnan(u)) {
        return special_tuple4<double, double, double, double>{__longlong_as_double(0x7ff8000000000000ll), __longlong_as_double(0x7ff8000000000000ll), __longlong_as_double(0x7ff8000000000000ll), __longlong_as_double(0x7ff8000000000000ll)};
    }
    if (m < 1e-9) {
        const double s = special_sin(u);
        const double c = special_cos(u);
        const double moved = 0.25 * m * (u - s * c);
        return special_tuple4<double, double, double, double>{s - moved * c, c + moved * s, 1.0 - 0.5 * m * (s * s), u - moved};
    }
    if (m >= 0.9999999999) {
        const double part = 0.25 * (1.0 - m);
        const double t = special_tanh(u);
        const double decay = special_exp(-fabs(u));
        const double secant = 2.0 * decay / (1.0 + decay * decay);
        const double product = special_sinh_times_cosh(u);
        const double amplitude = 2.0 * special_atan(special_tanh(0.5 * u));
        const double sn = t + part * (product - u) * (secant * secant);
        const double cn = secant - part * t * secant * (product - u);
        const double dn = secant + part * t * secant * (product + u);
        return special_tuple4<double, double, double, double>{sn, cn, dn, amplitude + part * secant * (product - u)};
    }
    double a[9] = {};
    double c_2[9] = {};
    a[0] = 1.0;
    c_2[0] = sqrt(m);
    double b = sqrt(1.0 - m);
    double turns = 1.0;
    int last = 0;
    #pragma unroll 1
    while (last < 8 && fabs(c_2[last] / a[last]) > 2.220446049250313e-16) {
        const double previous = a[last];
        last += 1;
        c_2[last] = 0.5 * (previous - b);
        a[last] = 0.5 * (previous + b);
        b = sqrt(previous * b);
        turns *= 2.0;
    }
    double phase = turns * a[last] * u;
    double before = phase;
    #pragma unroll 1
    for (int k = 0; k < last; ++k) {
        const int at = last - k;
        before = phase;
        phase = 0.5 * (special_asin(c_2[at] * special_sin(phase) / a[at]) + phase);
    }
    const double sn_2 = special_sin(phase);
    const double cn_2 = special_cos(phase);
    const double wave = special_cos(before - phase);
    const double dn_2 = fabs(wave) < 0.1 ? sqrt(1.0 - m * sn_2 * sn_2) : cn_2 / wave;
    return special_tuple4<double, double, double, double>{sn_2, cn_2, dn_2, phase};
}

//:: special_ellipkm1 needs special_STEPS has special_ellipkm1
inline double special_ellipkm1(double p) {
    const double inside = (p > 0.0 ? p : 1.0);
    double a = 1.0;
    double g = sqrt(inside);
    #pragma unroll 1
    for (int turn = 0; turn < special_STEPS; ++turn) {
        {
            const double next = 0.5 * (a + g);
            const double next_2 = sqrt(a * g);
            a = next;
            g = next_2;
        }
    }
    const double value = 1.5707963267948966 / a;
    const double edge = (p == 0.0 ? __longlong_as_double(0x7ff0000000000000ll) : __longlong_as_double(0x7ff8000000000000ll));
    return (p > 0.0 ? (isinf(p) ? 0.0 : value) : edge);
}

//:: special_ellipk needs special_ellipkm1 has special_ellipk
inline double special_ellipk(double m) {
    return special_ellipkm1(1.0 - m);
}

//:: special_of_positive needs special_degenerate has special_of_positive
inline double special_of_positive(double x, double y) {
    if (!(x >= 0.0) || y == 0.0) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (isinf(x) || isinf(y)) {
        return 0.0;
    }
    if (isnan(y)) {
        return y;
    }
    return special_degenerate(x, y);
}

//:: special_elliprc needs special_of_positive has special_elliprc
__noinline__ double special_elliprc(double x, double y) {
    if (y < 0.0) {
        return sqrt(x / (x - y)) * special_of_positive(x - y, -y);
    }
    return special_of_positive(x, y);
}

//:: special_largest has special_largest
inline double special_largest(double x, double y, double z) {
    const double most = x > y ? x : y;
    return z > most ? z : most;
}

//:: special_third_kind needs special_REACH special_STEPS_OF_DUPLICATION special_degenerate special_elliprc special_largest special_power_of_two has special_third_kind
__noinline__ double special_third_kind(double first, double second, double third, double last) {
    const double size = special_largest(special_largest(first, second, third), last, last);
    const double exponent = (double)(((unsigned long long)__double_as_longlong(size) >> 52) & 2047ull) - 1023.0;
    const double half = floor(exponent * 0.5);
    const double unit = special_power_of_two(-half);
    const double x = first * unit * unit;
    const double y = second * unit * unit;
    const double z = third * unit * unit;
    const double p = last * unit * unit;
    const double start = (x + y + z + 2.0 * p) / 5.0;
    const double delta = (p - x) * (p - y) * (p - z);
    const double far_ = special_largest(special_largest(fabs(start - x), fabs(start - y), fabs(start - z)), fabs(start - p), 0.0) * special_REACH;
    double a = start;
    double xs = x;
    double ys = y;
    double zs = z;
    double ps = p;
    double shrunk = 1.0;
    double sum = 0.0;
    #pragma unroll 1
    for (int turn = 0; turn < special_STEPS_OF_DUPLICATION; ++turn) {
        if (far_ * shrunk < a) {
            break;
        }
        const double rx = sqrt(xs);
        const double ry = sqrt(ys);
        const double rz = sqrt(zs);
        const double rp = sqrt(ps);
        const double d = (rp + rx) * (rp + ry) * (rp + rz);
        const double e = shrunk * shrunk * shrunk * delta / (d * d);
        double beside;
        if (e < -0.5 && e > -1.5) {
            const double b = 2.0 * rp * (ps + rx * (ry + rz) + ry * rz) / d;
            beside = special_degenerate(1.0, b);
        } else {
            beside = special_elliprc(1.0, 1.0 + e);
        }
        sum += shrunk / d * beside;
        const double lambda = rx * ry + rx * rz + ry * rz;
        a = 0.25 * (a + lambda);
        xs = 0.25 * (xs + lambda);
        ys = 0.25 * (ys + lambda);
        zs = 0.25 * (zs + lambda);
        ps = 0.25 * (ps + lambda);
        shrunk *= 0.25;
    }
    const double u = (start - x) * shrunk / a;
    const double v = (start - y) * shrunk / a;
    const double w = (start - z) * shrunk / a;
    const double t = -0.5 * (u + v + w);
    const double product = u * v * w;
    const double e2 = u * v + u * w + v * w - 3.0 * (t * t);
    const double e3 = product + 2.0 * e2 * t + 4.0 * (t * t * t);
    const double e4 = (2.0 * product + e2 * t + 3.0 * (t * t * t)) * t;
    const double e5 = product * (t * t);
    const double even = e2 * (9.0 / 88.0 * e2 - 3.0 / 14.0 - e2 * e2 / 16.0 + 0.15 * e4) - 3.0 / 22.0 * e4;
    const double odd = e3 / 6.0 - 9.0 / 52.0 * e2 * e3 + 3.0 / 26.0 * e5 + 0.075 * (e3 * e3) + 45.0 / 272.0 * (e2 * e2) * e3;
    const double series = 1.0 + (even + odd - 9.0 / 68.0 * (e3 * e4 + e2 * e5));
    return (shrunk * series / (a * sqrt(a)) + 6.0 * sum) * unit * unit * unit;
}

//:: special_elliprd needs special_third_kind has special_elliprd
inline double special_elliprd(double x, double y, double z) {
    if (!((x >= 0.0 && y >= 0.0) && z >= 0.0)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (z == 0.0) {
        return __longlong_as_double(0x7ff0000000000000ll);
    }
    if ((isinf(x) || isinf(y)) || isinf(z)) {
        return 0.0;
    }
    if (x == 0.0 && y == 0.0) {
        return __longlong_as_double(0x7ff0000000000000ll);
    }
    return special_third_kind(x, y, z, z);
}

//:: special_two_are_zero has special_two_are_zero
inline bool special_two_are_zero(double x, double y, double z) {
    return ((x == 0.0 && y == 0.0) || (x == 0.0 && z == 0.0)) || (y == 0.0 && z == 0.0);
}

//:: special_elliprf needs special_REACH special_STEPS_OF_DUPLICATION special_largest special_two_are_zero has special_elliprf
__noinline__ double special_elliprf(double x, double y, double z) {
    if (!((x >= 0.0 && y >= 0.0) && z >= 0.0)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if ((isinf(x) || isinf(y)) || isinf(z)) {
        return 0.0;
    }
    if (special_two_are_zero(x, y, z)) {
        return __longlong_as_double(0x7ff0000000000000ll);
    }
    const double start = x / 3.0 + y / 3.0 + z / 3.0;
    double a = start;
    double p = x;
    double q = y;
    double r = z;
    double shrunk = 1.0;
    const double far_ = special_largest(fabs(start - x), fabs(start - y), fabs(start - z)) * special_REACH;
    #pragma unroll 1
    for (int turn = 0; turn < special_STEPS_OF_DUPLICATION; ++turn) {
        if (far_ * shrunk < a) {
            break;
        }
        const double lambda = sqrt(p) * sqrt(q) + sqrt(p) * sqrt(r) + sqrt(q) * sqrt(r);
        a = 0.25 * (a + lambda);
        p = 0.25 * (p + lambda);
        q = 0.25 * (q + lambda);
        r = 0.25 * (r + lambda);
        shrunk *= 0.25;
    }
    const double u = (start - x) * shrunk / a;
    const double v = (start - y) * shrunk / a;
    const double w = -(u + v);
    const double e2 = u * v - w * w;
    const double e3 = u * v * w;
    const double second = e2 * (e2 * (1.0 / 24.0 - 5.0 / 208.0 * e2 + e3 / 16.0) - 0.1 - 3.0 / 44.0 * e3);
    return (1.0 + (second + e3 * (1.0 / 14.0 + 3.0 / 104.0 * e3))) / sqrt(a);
}

//:: special_elliprj needs special_tuples special_elliprc special_elliprf special_third_kind special_two_are_zero has special_elliprj
__noinline__ double special_elliprj(double x, double y, double z, double p) {
    if (!((x >= 0.0 && y >= 0.0) && z >= 0.0)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    const bool infinite = (isinf(x) || isinf(y)) || isinf(z);
    if (p == 0.0) {
        return infinite ? 0.0 : __longlong_as_double(0x7ff8000000000000ll);
    }
    if (special_two_are_zero(x, y, z)) {
        return __longlong_as_double(0x7ff0000000000000ll);
    }
    if (infinite || isinf(p)) {
        return 0.0;
    }
    if (isnan(p)) {
        return p;
    }
    if (p > 0.0) {
        return special_third_kind(x, y, z, p);
    }
    auto [low, high] = x < y ? special_tuple2<double, double>{x, y} : special_tuple2<double, double>{y, x};
    auto [low_2, middle] = z < low ? special_tuple2<double, double>{z, low} : special_tuple2<double, double>{low, z};
    auto [middle_2, high_2] = high < middle ? special_tuple2<double, double>{high, middle} : special_tuple2<double, double>{middle, high};
    const double q = -p;
    const double moved = middle_2 + (high_2 - middle_2) * (middle_2 - low_2) / (middle_2 + q);
    const double product = moved * q;
    const double corner = low_2 * high_2 + moved * q;
    const double value = (moved - middle_2) * special_third_kind(low_2, middle_2, high_2, moved) - 3.0 * special_elliprf(low_2, middle_2, high_2);
    return (value + 3.0 * sqrt(low_2 * middle_2 * high_2 / corner) * special_elliprc(corner, product)) / (middle_2 + q);
}

//:: special_entr needs special_log has special_entr
inline double special_entr(double x) {
    const double value = -x * special_log(x);
    return (x == 0.0 ? 0.0 : (x < 0.0 ? -__longlong_as_double(0x7ff0000000000000ll) : value));
}

//:: special_erf needs special_complement special_inner has special_erf with double
__noinline__ double special_erf(double x) {
    const double a = fabs(x);
    return copysign((a < 1.0 ? special_inner(a) : 1.0 - special_complement(a)), x);
}

//:: special_erf_f32 needs special_ERF_F32 special_complement_single special_fused_polynomial has special_erf special_erf_f32 with float f16 bf16
__noinline__ float special_erf(float x) {
    const float a = fabs(x);
    const float inside = (a < 1.0f ? a : 1.0f);
    const float small = inside + inside * special_fused_polynomial(inside * inside, special_ERF_F32);
    const float far_ = 1.0f - special_complement_single((a < 1.0f ? 1.0f : a));
    return copysign((a < 1.0f ? small : far_), x);
}

//:: special_erfc_f32 needs special_ERF_F32 special_complement_single special_fused_polynomial has special_erfc special_erfc_f32 with float f16 bf16
__noinline__ float special_erfc(float x) {
    const float a = fabs(x);
    const float inside = (a < 0.5f ? x : 0.5f);
    const float near_ = 1.0f - (inside + inside * special_fused_polynomial(inside * inside, special_ERF_F32));
    const float far_ = special_complement_single((a < 0.5f ? 0.5f : a));
    return (a < 0.5f ? near_ : (x < 0.0f ? 2.0f - far_ : far_));
}

//:: special_erfcinv needs special_quantile has special_erfcinv
inline double special_erfcinv(double y) {
    if (!(y > 0.0 && y < 2.0)) {
        return y == 0.0 ? __longlong_as_double(0x7ff0000000000000ll) : y == 2.0 ? -__longlong_as_double(0x7ff0000000000000ll) : __longlong_as_double(0x7ff8000000000000ll);
    }
    const double tail = y < 1.0 ? 0.5 * y : 0.5 * (2.0 - y);
    return special_quantile(0.5 * (1.0 - y), tail) * 0.7071067811865476;
}

//:: special_erfi needs special_tuples special_TWO_OVER_ROOT_PI special_dawsn special_exp special_two_product has special_erfi
inline double special_erfi(double x) {
    auto [square, low] = special_two_product(x, x);
    if (!(square < 720.0)) {
        return isnan(x) ? x : copysign(__longlong_as_double(0x7ff0000000000000ll), x);
    }
    const double half = special_exp(0.5 * square);
    return special_TWO_OVER_ROOT_PI * special_dawsn(x) * (half + half * low) * half;
}

//:: special_erfinv needs special_quantile has special_erfinv
inline double special_erfinv(double y) {
    const double a = fabs(y);
    if (!(a < 1.0)) {
        return a == 1.0 ? copysign(__longlong_as_double(0x7ff0000000000000ll), y) : __longlong_as_double(0x7ff8000000000000ll);
    }
    const double tail = 0.5 * (1.0 - a);
    return special_quantile(0.5 * y, tail) * 0.7071067811865476;
}

//:: special_excess needs special_log1p special_odd_powers has special_excess
inline double special_excess(double t) {
    if (t < -0.5 || t > 1.0) {
        return t - special_log1p(t);
    }
    const double r = t / (2.0 + t);
    const double square = r * r;
    return r * t - r * square * special_odd_powers(square);
}

//:: special_exp10 needs special_tuples special_at_least special_at_most special_exp2_of_sum special_pair_times has special_exp10
__noinline__ double special_exp10(double x) {
    const double LOG2_10 = 3.321928094887362;
    const double LOG2_10_LOW = 1.6616175169735918e-16;
    const double x_2 = special_at_least(special_at_most(x, 310.0), -330.0);
    return special_exp2_of_sum(special_pair_times(special_tuple2<double, double>{LOG2_10, LOG2_10_LOW}, x_2));
}

//:: special_expit needs special_exp has special_expit
inline double special_expit(double x) {
    const double power = special_exp(-fabs(x));
    return (x < 0.0 ? power : 1.0) / (1.0 + power);
}

//:: special_exponential needs special_tuples special_cos special_exp special_sin has special_exponential
inline special_tuple2<double, double> special_exponential(double re, double im) {
    const double size = special_exp(re);
    if (im == 0.0) {
        return special_tuple2<double, double>{size, im};
    }
    return special_tuple2<double, double>{size * special_cos(im), size * special_sin(im)};
}

//:: special_exprel needs special_exp special_expm1 has special_exprel
inline double special_exprel(double x) {
    if (fabs(x) < 1e-16) {
        return 1.0;
    }
    if (x > 717.0) {
        return __longlong_as_double(0x7ff0000000000000ll);
    }
    return x > 700.0 ? special_exp(0.5 * x) / x * special_exp(0.5 * x) : special_expm1(x) / x;
}

//:: special_faddeeva needs special_tuples special_cos special_exp special_faddeeva_quadrant special_sin has special_faddeeva
inline special_tuple2<double, double> special_faddeeva(double x, double y) {
    if (isnan(x) || isnan(y)) {
        return special_tuple2<double, double>{__longlong_as_double(0x7ff8000000000000ll), __longlong_as_double(0x7ff8000000000000ll)};
    }
    const double a = fabs(x);
    auto [re, im] = special_faddeeva_quadrant(a, fabs(y));
    if (y >= 0.0) {
        return special_tuple2<double, double>{re, x < 0.0 ? -im : im};
    }
    const double size = 2.0 * special_exp(y * y - x * x);
    const double angle = -2.0 * x * y;
    if (size == 0.0) {
        return special_tuple2<double, double>{-re, x < 0.0 ? -im : im};
    }
    auto [c, s] = x == 0.0 ? special_tuple2<double, double>{1.0, 0.0} : special_tuple2<double, double>{special_cos(angle), special_sin(angle)};
    return special_tuple2<double, double>{size * c - re, (x == 0.0 ? 0.0 : size * s) + (x < 0.0 ? -im : im)};
}

//:: special_fdtr needs special_tuples special_f_parts has special_fdtr
__noinline__ double special_fdtr(double n, double d, double x) {
    auto [lower, unused] = special_f_parts(n, d, x);
    return lower;
}

//:: special_fdtrc needs special_tuples special_f_parts has special_fdtrc
__noinline__ double special_fdtrc(double n, double d, double x) {
    auto [unused, upper] = special_f_parts(n, d, x);
    return upper;
}

//:: special_fdtri needs special_tuples special_beta_inverse special_swapped has special_fdtri
inline double special_fdtri(double n, double d, double p) {
    if ((!(((n > 0.0 && d > 0.0) && p >= 0.0) && p <= 1.0) || isinf(n)) || isinf(d)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (p == 0.0 || p == 1.0) {
        return p == 1.0 ? __longlong_as_double(0x7ff0000000000000ll) : 0.0;
    }
    auto [x, y] = p <= 0.5 ? special_beta_inverse(0.5 * n, 0.5 * d, p) : special_swapped(special_beta_inverse(0.5 * d, 0.5 * n, 1.0 - p));
    return d / n * (x / y);
}

//:: special_fdtridfd needs special_SECOND_FREEDOM special_is_outside special_solved has special_fdtridfd
__noinline__ double special_fdtridfd(double n, double p, double x) {
    if (((special_is_outside(p) || !(n > 0.0 && x > 0.0)) || isinf(n)) || isinf(x)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    return special_solved(special_SECOND_FREEDOM, 5.0, 10000000000.0, n, x, p, 1.0 - p);
}

//:: special_few_factors has special_few_factors
inline double special_few_factors(double a, double m) {
    double value = 1.0;
    #pragma unroll 1
    for (int k = 0; k < 20; ++k) {
        const double n = (double)k;
        if (n < m) {
            value *= a + n;
        } else if (-n > m) {
            value *= a - (n + 1.0);
        } else if (-n == m) {
            break;
        }
    }
    if (m < 0.0) {
        return 1.0 / value;
    }
    return value;
}

//:: special_fresnel needs special_tuples special_FRESNEL_C special_FRESNEL_F special_FRESNEL_G special_FRESNEL_S special_chebyshev special_cos_pi special_polynomial special_sin_pi special_two_product has special_fresnel
__noinline__ special_tuple2<double, double> special_fresnel(double x) {
    const double a = fabs(x);
    if (a < 1.5) {
        const double square = x * x;
        const double fourth = square * square;
        return special_tuple2<double, double>{x * square * special_polynomial(fourth, special_FRESNEL_S), x * special_polynomial(fourth, special_FRESNEL_C)};
    }
    if (!(a < 1e150)) {
        return isnan(x) ? special_tuple2<double, double>{x, x} : special_tuple2<double, double>{copysign(0.5, x), copysign(0.5, x)};
    }
    const double t = (a - 4.0) / (a + 1.0);
    const double f = special_chebyshev(t, special_FRESNEL_F) / (3.141592653589793 * a);
    const double g = special_chebyshev(t, special_FRESNEL_G) / (3.141592653589793 * a * (3.141592653589793 * a * a));
    auto [square_2, low] = special_two_product(a, a);
    const double whole = 4.0 * floor(0.25 * square_2);
    const double turns = 0.5 * (square_2 - whole);
    const double rest = 0.5 * (low - 4.0 * floor(0.25 * low));
    const double c = special_cos_pi(turns);
    const double s = special_sin_pi(turns);
    const double c_rest = special_cos_pi(rest);
    const double s_rest = special_sin_pi(rest);
    const double cosine = c * c_rest - s * s_rest;
    const double sine = s * c_rest + c * s_rest;
    const double first = 0.5 - f * cosine - g * sine;
    const double second = 0.5 + f * sine - g * cosine;
    return special_tuple2<double, double>{copysign(first, x), copysign(second, x)};
}

//:: special_near_one needs special_tuples special_AROUND_ONE special_product has special_near_one
__noinline__ special_tuple2<double, double> special_near_one(double u, double v) {
    double re = 0.0;
    double im = 0.0;
    #pragma unroll 1
    for (int k = 0; k < 27; ++k) {
        {
            const double next = re * u - im * v + special_AROUND_ONE[26 - k];
            const double next_2 = re * v + im * u;
            re = next;
            im = next_2;
        }
    }
    return special_product(special_tuple2<double, double>{re, im}, special_tuple2<double, double>{u, v});
}

//:: special_loggamma_parts needs special_tuples special_LEAST_ASYMPTOTIC special_LOG_PI special_atan2 special_by_recurrence_upwards special_cos_pi special_hypot special_is_pole special_log special_log1p special_near_one special_sin_pi special_sinh special_stirling_parts special_tanh has special_loggamma_parts
inline special_tuple2<double, double> special_loggamma_parts(double x, double y) {
    if (isnan(x) || isnan(y)) {
        return special_tuple2<double, double>{__longlong_as_double(0x7ff8000000000000ll), __longlong_as_double(0x7ff8000000000000ll)};
    }
    if (y == 0.0 && special_is_pole(x)) {
        return special_tuple2<double, double>{__longlong_as_double(0x7ff8000000000000ll), __longlong_as_double(0x7ff8000000000000ll)};
    }
    if (x > special_LEAST_ASYMPTOTIC || fabs(y) > special_LEAST_ASYMPTOTIC) {
        return special_stirling_parts(x, y);
    }
    if (special_hypot(x - 1.0, y) <= 0.2) {
        return special_near_one(x - 1.0, y);
    }
    if (special_hypot(x - 2.0, y) <= 0.2) {
        const double u = x - 2.0;
        auto [re, im] = special_near_one(x - 2.0, y);
        return special_tuple2<double, double>{re + 0.5 * special_log1p(u * (2.0 + u) + y * y), im + special_atan2(y, 1.0 + u)};
    }
    if (x < 0.1) {
        auto [re_2, im_2] = special_by_recurrence_upwards(1.0 - x, -y);
        const double turns = floor(0.5 * x + 0.25);
        const double sine = special_sin_pi(x);
        const double size = special_hypot(sine, special_sinh(3.141592653589793 * y));
        const double angle = special_atan2(special_cos_pi(x) * special_tanh(3.141592653589793 * y), sine);
        const double branch = copysign(2.0 * 3.141592653589793 * turns, y) * (turns < 0.0 ? -1.0 : 1.0);
        return special_tuple2<double, double>{special_LOG_PI - special_log(size) - re_2, branch - angle - im_2};
    }
    return special_by_recurrence_upwards(x, y);
}

//:: special_gamma_c128 needs special_tuples complex special_exponential special_gamma special_is_pole special_loggamma_parts has special_gamma special_gamma_c128 with c64 c128
__noinline__ c128 special_gamma(c128 z) {
    if (z.im == 0.0) {
        const double value = special_is_pole(z.re) ? __longlong_as_double(0x7ff8000000000000ll) : special_gamma(z.re);
        return c128(value, special_is_pole(z.re) ? __longlong_as_double(0x7ff8000000000000ll) : z.im);
    }
    auto [re, im] = special_loggamma_parts(z.re, z.im);
    auto [re_2, im_2] = special_exponential(re, im);
    return c128(re_2, im_2);
}
inline c64 special_gamma(c64 z0) {
    const c128 w = special_gamma(c128(z0.re, z0.im));
    return c64((float)w.re, (float)w.im);
}

//:: special_gammaincinv needs special_lower_inverse special_upper_inverse has special_gammaincinv
__noinline__ double special_gammaincinv(double a, double p) {
    if (!((a >= 0.0 && p >= 0.0) && p <= 1.0)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if ((a == 0.0 && p > 0.0) && p < 1.0) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (p == 1.0) {
        return __longlong_as_double(0x7ff0000000000000ll);
    }
    if (p == 0.0 || a == 0.0) {
        return 0.0;
    }
    return p <= 0.9 ? special_lower_inverse(a, p) : special_upper_inverse(a, 1.0 - p);
}

//:: special_gammaln needs special_gammaln_positive special_log special_sin_pi has special_gammaln
__noinline__ double special_gammaln(double x) {
    if (isnan(x) || isinf(x)) {
        return x;
    }
    if (x > 0.0) {
        return special_gammaln_positive(x);
    }
    const double a = fabs(x);
    if (a == floor(a)) {
        return __longlong_as_double(0x7ff0000000000000ll);
    }
    return special_log(3.141592653589793 / (a * fabs(special_sin_pi(a)))) - special_gammaln_positive(a);
}

//:: special_gdtr needs special_gammainc has special_gdtr
inline double special_gdtr(double a, double b, double x) {
    return x < 0.0 ? __longlong_as_double(0x7ff8000000000000ll) : special_gammainc(b, a * x);
}

//:: special_gdtrc needs special_gammaincc has special_gdtrc
inline double special_gdtrc(double a, double b, double x) {
    return x < 0.0 ? __longlong_as_double(0x7ff8000000000000ll) : special_gammaincc(b, a * x);
}

//:: special_gdtria needs special_gammaincinv has special_gdtria
inline double special_gdtria(double p, double b, double x) {
    return special_gammaincinv(b, p) / x;
}

//:: special_gdtrib needs special_SHAPE special_is_outside special_solved has special_gdtrib
__noinline__ double special_gdtrib(double a, double p, double x) {
    const double product = a * x;
    if ((special_is_outside(p) || !(product > 0.0)) || isinf(product)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    return special_solved(special_SHAPE, product, __longlong_as_double(0x7ff0000000000000ll), product, 0.0, p, 1.0 - p);
}

//:: special_gdtrix needs special_gammaincinv has special_gdtrix
inline double special_gdtrix(double a, double b, double p) {
    return special_gammaincinv(b, p) / a;
}

//:: special_huber has special_huber
inline double special_huber(double delta, double r) {
    const double a = fabs(r);
    const double value = (a <= delta ? 0.5 * r * r : delta * (a - 0.5 * delta));
    return (delta < 0.0 ? __longlong_as_double(0x7ff0000000000000ll) : value);
}

//:: special_i0e needs special_I0_LARGE special_I0_SMALL special_fused_polynomial has special_i0e
__noinline__ double special_i0e(double x) {
    const double a = fabs(x);
    const double far_ = (a < 8.0 ? 8.0 : a);
    return (a <= 8.0 ? special_fused_polynomial(a * 0.25 - 1.0, special_I0_SMALL) : (isnan(a) ? a : special_fused_polynomial(16.0 / far_ - 1.0, special_I0_LARGE) / sqrt(far_)));
}

//:: special_i0 needs special_exp special_i0e has special_i0
inline double special_i0(double x) {
    const double a = fabs(x);
    const double half = special_exp(0.5 * a);
    return half * (half * special_i0e(x));
}

//:: special_pair_over needs special_tuples special_fast_two_sum has special_pair_over
inline special_tuple2<double, double> special_pair_over(special_tuple2<double, double> pair, double b) {
    auto [a, a_low] = pair;
    const double quotient = a / b;
    return special_fast_two_sum(quotient, (fma(-quotient, b, a) + a_low) / b);
}

//:: special_restored needs special_tuples special_LOG2_E_HIGH special_LOG2_E_REST special_log2_of_sum special_pair_over special_pair_times special_two_product special_two_sum has special_restored
inline special_tuple2<double, double> special_restored(double x, double lambda) {
    auto [product, lost] = special_two_product(x, lambda);
    if (fabs(product) < 1e-9) {
        auto [high, low] = special_pair_times(special_tuple2<double, double>{special_LOG2_E_HIGH, special_LOG2_E_REST}, x);
        return special_tuple2<double, double>{high, low - high * product * (0.5 - product / 3.0)};
    }
    auto [sum, rest] = special_two_sum(1.0, product);
    return special_pair_over(special_log2_of_sum(sum, rest + lost), lambda);
}

//:: special_inv_boxcox needs special_exp special_exp2_of_sum special_log1p special_restored has special_inv_boxcox
__noinline__ double special_inv_boxcox(double x, double lambda) {
    if (lambda == 0.0) {
        return special_exp(x);
    }
    const double product = lambda * x;
    if (!(((product > -1.0 && product < 1e300) && fabs(product) > 1e-280) && fabs(lambda) < 1e300)) {
        return fabs(product) <= 1e-280 ? special_exp(x) : special_exp(special_log1p(product) / lambda);
    }
    return special_exp2_of_sum(special_restored(x, lambda));
}

//:: special_inv_boxcox1p needs special_exp2_less_one special_expm1 special_log1p special_restored has special_inv_boxcox1p
__noinline__ double special_inv_boxcox1p(double x, double lambda) {
    if (lambda == 0.0) {
        return special_expm1(x);
    }
    const double product = lambda * x;
    if (!(((product > -1.0 && product < 1e300) && fabs(product) > 1e-280) && fabs(lambda) < 1e300)) {
        return fabs(product) <= 1e-280 ? special_expm1(x) : special_expm1(special_log1p(product) / lambda);
    }
    return special_exp2_less_one(special_restored(x, lambda));
}

//:: special_j0 needs special_J0_P special_J0_POWERS special_J0_Q special_J0_SMALL special_chebyshev special_cos special_polynomial special_sin has special_j0
__noinline__ double special_j0(double x) {
    const double a = fabs(x);
    if (a <= 3.0) {
        return special_polynomial(a * a, special_J0_POWERS);
    }
    if (a <= 8.0) {
        return special_chebyshev((a * a - 36.5) / 27.5, special_J0_SMALL);
    }
    const double inverse = 8.0 / a;
    const double t = 2.0 * (inverse * inverse) - 1.0;
    const double p = special_chebyshev(t, special_J0_P);
    const double q = inverse * special_chebyshev(t, special_J0_Q);
    return ((p + q) * special_cos(a) + (p - q) * special_sin(a)) / (sqrt(3.141592653589793) * sqrt(a));
}

//:: special_of_order needs special_tuples special_bessel_series special_both_kinds special_cos_pi special_sin_pi has special_of_order
inline double special_of_order(double order, double x, bool reflected) {
    if (x == 0.0) {
        const double pole = copysign(__longlong_as_double(0x7ff0000000000000ll), special_sin_pi(order));
        return reflected ? pole : order == 0.0 ? 1.0 : 0.0;
    }
    if (isinf(order)) {
        return 0.0;
    }
    const double least = order > 1.0 ? order : 1.0;
    if (x * x <= 4.0 * (reflected ? least : order + 1.0)) {
        return special_bessel_series(order, x, reflected);
    }
    auto [j, y] = special_both_kinds(order, x, reflected);
    return reflected ? special_cos_pi(order) * j - special_sin_pi(order) * y : j;
}

//:: special_jv needs special_of_order has special_jv
__noinline__ double special_jv(double v, double x) {
    if ((isnan(v) || isnan(x)) || isinf(x)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    const double order = fabs(v);
    const bool whole = order == floor(order);
    if (x < 0.0 && (!whole || isinf(order))) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    const bool odd = whole && 0.5 * order != floor(0.5 * order);
    const double value = special_of_order(order, fabs(x), v < 0.0 && !whole);
    return odd && (v < 0.0) != (x < 0.0) ? -value : value;
}

//:: special_log_of_ratio needs special_log special_log1p has special_log_of_ratio
inline double special_log_of_ratio(double x, double y) {
    const double ratio = x / y;
    if (ratio > 0.5 && ratio < 2.0) {
        return special_log1p((x - y) / y);
    }
    return ratio > 1e-290 && ratio < 1e290 ? special_log(ratio) : special_log(x) - special_log(y);
}

//:: special_kl_div needs special_excess special_log_of_ratio has special_kl_div
__noinline__ double special_kl_div(double x, double y) {
    if (isnan(x) || isnan(y)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (x > 0.0 && y > 0.0) {
        const double distance = (x - y) / y;
        if (distance > -0.5 && distance < 1.0) {
            return y * (distance * distance - (1.0 + distance) * special_excess(distance));
        }
        return x * special_log_of_ratio(x, y) - x + y;
    }
    return x == 0.0 && y >= 0.0 ? y : __longlong_as_double(0x7ff0000000000000ll);
}

//:: special_kolmogorov_density needs special_BETWEEN_SERIES special_exp has special_kolmogorov_density
inline double special_kolmogorov_density(double x) {
    if (x < special_BETWEEN_SERIES) {
        const double exponent = 3.141592653589793 * 3.141592653589793 / (8.0 * x * x);
        double sum = 0.0;
        double slope = 0.0;
        #pragma unroll
        for (int k = 0; k < 4; ++k) {
            const double factor = (2.0 * (double)k + 1.0) * (2.0 * (double)k + 1.0);
            const double term = special_exp(-factor * exponent);
            sum += term;
            slope += factor * term;
        }
        return 2.5066282746310002 / (x * x) * (2.0 * exponent * slope - sum);
    }
    double sum_2 = 0.0;
    #pragma unroll
    for (int k_2 = 1; k_2 < 6; ++k_2) {
        const double n = (double)k_2 * (double)k_2;
        const double term_2 = n * special_exp(-2.0 * n * x * x);
        sum_2 += (k_2 == 1 || k_2 == 3) || k_2 == 5 ? term_2 : -term_2;
    }
    return 8.0 * x * sum_2;
}

//:: special_kolmogorov_parts needs special_tuples special_BETWEEN_SERIES special_at_most special_decay special_exp special_two_product has special_kolmogorov_parts
inline special_tuple2<double, double> special_kolmogorov_parts(double x) {
    if (isnan(x)) {
        return special_tuple2<double, double>{x, x};
    }
    if (x <= 0.0) {
        return special_tuple2<double, double>{0.0, 1.0};
    }
    if (x < special_BETWEEN_SERIES) {
        const double ROOT_TAU = 2.5066282746310002;
        const double exponent = 3.141592653589793 * 3.141592653589793 / (8.0 * x * x);
        const double eighth = special_exp(-8.0 * exponent);
        const double below = ROOT_TAU / x * special_exp(-exponent) * (1.0 + eighth * (1.0 + eighth * eighth));
        return special_tuple2<double, double>{below, 1.0 - below};
    }
    const double x_2 = special_at_most(x, 30.0);
    auto [square, low] = special_two_product(x_2, x_2);
    const double first = special_decay(2.0 * square, 2.0 * low);
    const double third = first * first * first;
    const double fifth = third * first * first;
    const double last = 1.0 - third * third * first * (1.0 - third * third * third);
    const double above = 2.0 * first * (1.0 - third * (1.0 - fifth * last));
    return special_tuple2<double, double>{1.0 - above, above};
}

//:: special_kolmogi needs special_tuples special_kolmogorov_density special_kolmogorov_parts special_log special_log1p has special_kolmogi
__noinline__ double special_kolmogi(double p) {
    if (!(p >= 0.0 && p <= 1.0)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (p == 0.0) {
        return __longlong_as_double(0x7ff0000000000000ll);
    }
    if (p == 1.0) {
        return 0.0;
    }
    const double lower = 1.0 - p;
    const bool by_lower = lower < 0.5;
    double x;
    if (by_lower) {
        const double first = 3.141592653589793 / sqrt(-8.0 * special_log(lower));
        x = 3.141592653589793 / sqrt(-8.0 * special_log(lower * first / 2.5066282746310002));
    } else {
        x = sqrt(-0.5 * special_log(0.5 * p));
    }
    #pragma unroll 1
    for (int turn = 0; turn < 20; ++turn) {
        auto [below, above] = special_kolmogorov_parts(x);
        const double density = special_kolmogorov_density(x);
        const double step = by_lower ? special_log1p((below - lower) / lower) * below / density : -special_log1p((above - p) / p) * above / density;
        const double next = x - step;
        x = next > 0.5 * x ? next : 0.5 * x;
        if (fabs(step) < 1e-9 * x) {
            break;
        }
    }
    return x;
}

//:: special_kolmogorov needs special_tuples special_kolmogorov_parts has special_kolmogorov
__noinline__ double special_kolmogorov(double x) {
    auto [unused, above] = special_kolmogorov_parts(x);
    return above;
}

//:: special_log_expit needs special_exp special_log1p has special_log_expit
inline double special_log_expit(double x) {
    return (x < 0.0 ? x : 0.0) - special_log1p(special_exp(-fabs(x)));
}

//:: special_log_ndtr needs special_erfcx special_log special_log1p special_ndtr has special_log_ndtr
__noinline__ double special_log_ndtr(double x) {
    if (x < -1.0) {
        return special_log(0.5 * special_erfcx(-x * 0.7071067811865476)) - 0.5 * x * x;
    }
    return x > 0.0 ? special_log1p(-special_ndtr(-x)) : special_log(special_ndtr(x));
}

//:: special_loggamma needs special_gammaln has special_loggamma with double float f16 bf16
inline double special_loggamma(double x) {
    return x < 0.0 ? __longlong_as_double(0x7ff8000000000000ll) : special_gammaln(x);
}

//:: special_loggamma_c128 needs special_tuples complex special_loggamma_parts has special_loggamma special_loggamma_c128 with c64 c128
__noinline__ c128 special_loggamma(c128 z) {
    auto [re, im] = special_loggamma_parts(z.re, z.im);
    return c128(re, im);
}
inline c64 special_loggamma(c64 z0) {
    const c128 w = special_loggamma(c128(z0.re, z0.im));
    return c64((float)w.re, (float)w.im);
}

//:: special_logit needs special_log special_log1p has special_logit
inline double special_logit(double p) {
    if (p > 0.25 && p < 0.75) {
        const double distance = 2.0 * (p - 0.5);
        return special_log1p(2.0 * distance / (1.0 - distance));
    }
    return special_log(p / (1.0 - p));
}

//:: special_nbdtr needs special_tuples special_beta_parts special_is_no_probability has special_nbdtr
inline double special_nbdtr(double k, double n, double p) {
    const double k_2 = trunc(k);
    const double n_2 = trunc(n);
    if (((special_is_no_probability(p) || !(k_2 >= 0.0 && n_2 > 0.0)) || isinf(k_2)) || isinf(n_2)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    auto [lower, unused] = special_beta_parts(n_2, k_2 + 1.0, p);
    return lower;
}

//:: special_nbdtrc needs special_tuples special_beta_parts special_is_no_probability has special_nbdtrc
inline double special_nbdtrc(double k, double n, double p) {
    const double k_2 = trunc(k);
    const double n_2 = trunc(n);
    if (((special_is_no_probability(p) || !(k_2 >= 0.0 && n_2 > 0.0)) || isinf(k_2)) || isinf(n_2)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    auto [unused, upper] = special_beta_parts(n_2, k_2 + 1.0, p);
    return upper;
}

//:: special_nbdtri needs special_betaincinv special_is_no_probability has special_nbdtri
inline double special_nbdtri(double k, double n, double y) {
    const double k_2 = trunc(k);
    const double n_2 = trunc(n);
    if ((special_is_no_probability(y) || !(k_2 >= 0.0)) || !isfinite(n_2)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (y == 0.0 || y == 1.0) {
        return y;
    }
    return special_betaincinv(n_2, k_2 + 1.0, y);
}

//:: special_nbdtrik needs special_FIRST special_is_outside special_solved has special_nbdtrik
__noinline__ double special_nbdtrik(double y, double n, double p) {
    if (((special_is_outside(y) || special_is_outside(p)) || !(n > 0.0)) || isinf(n)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    const double next = special_solved(special_FIRST, n * (1.0 - p) / p + 1.0, __longlong_as_double(0x7ff0000000000000ll), n, 1.0 - p, 1.0 - y, y);
    return next > 1.0 ? next - 1.0 : 0.0;
}

//:: special_nbdtrin needs special_FIRST special_is_outside special_solved has special_nbdtrin
__noinline__ double special_nbdtrin(double k, double y, double p) {
    if (((special_is_outside(y) || special_is_outside(p)) || !(k >= 0.0)) || isinf(k)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    return special_solved(special_FIRST, (k + 1.0) * p / (1.0 - p), __longlong_as_double(0x7ff0000000000000ll), k + 1.0, p, y, 1.0 - y);
}

//:: special_ncfdtr needs special_tuples special_MOST_TERMS special_beta_parts special_beta_power special_gamma_power has special_ncfdtr
__noinline__ double special_ncfdtr(double n, double d, double nc, double f) {
    if (((!(((n > 0.0 && d > 0.0) && nc >= 0.0) && f >= 0.0) || isinf(n)) || isinf(d)) || isinf(nc)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (f == 0.0) {
        return 0.0;
    }
    const double product = n * f;
    if (isinf(product)) {
        return 1.0;
    }
    const double x = product / (product + d);
    const double y = d / (product + d);
    const double a = 0.5 * n;
    const double b = 0.5 * d;
    const double mean = 0.5 * nc;
    const double centre = floor(mean);
    const double weight = nc == 0.0 ? 1.0 : special_gamma_power(centre, mean);
    const double first = a + centre;
    double at_centre;
    double power;
    if (x <= 0.5) {
        auto [lower, unused] = special_beta_parts(first, b, x);
        at_centre = lower;
        power = special_beta_power(first, b, x);
    } else {
        auto [unused_2, lower_2] = special_beta_parts(b, first, y);
        at_centre = lower_2;
        power = special_beta_power(b, first, y);
    }
    const double difference = power / first;
    double sum = weight * at_centre;
    double w = weight;
    double p = at_centre;
    double step = difference;
    #pragma unroll 1
    for (int k = 1; k < special_MOST_TERMS; ++k) {
        const double j = centre + (double)k;
        p -= step;
        step *= x * (a + j - 1.0 + b) / (a + j);
        w *= mean / j;
        const double term = w * p;
        sum += term;
        if (term <= 1e-17 * sum) {
            break;
        }
    }
    double w_2 = weight;
    double p_2 = at_centre;
    double step_2 = difference;
    #pragma unroll 1
    for (int k_2 = 0; k_2 < special_MOST_TERMS; ++k_2) {
        const double j_2 = centre - (double)k_2;
        if (j_2 <= 0.0) {
            break;
        }
        step_2 *= (a + j_2) / (x * (a + j_2 - 1.0 + b));
        p_2 += step_2;
        w_2 *= j_2 / mean;
        const double term_2 = w_2 * p_2;
        sum += term_2;
        if (term_2 <= 1e-17 * sum) {
            break;
        }
    }
    return sum < 1.0 ? sum : 1.0;
}

//:: special_ndtri needs special_quantile has special_ndtri
inline double special_ndtri(double p) {
    if (!(p > 0.0 && p < 1.0)) {
        return p == 0.0 ? -__longlong_as_double(0x7ff0000000000000ll) : p == 1.0 ? __longlong_as_double(0x7ff0000000000000ll) : __longlong_as_double(0x7ff8000000000000ll);
    }
    const double q = p - 0.5;
    return special_quantile(q, q < 0.0 ? p : 1.0 - p);
}

//:: special_ndtri_exp needs special_erfcx special_exp special_expm1 special_log special_quantile has special_ndtri_exp
__noinline__ double special_ndtri_exp(double y) {
    const double ROOT_TAU = 2.5066282746310002;
    const double ROOT_TWO_OVER_PI = 0.7978845608028654;
    if (!(y < 0.0 && y > -__longlong_as_double(0x7ff0000000000000ll))) {
        return y == 0.0 ? __longlong_as_double(0x7ff0000000000000ll) : y < 0.0 ? -__longlong_as_double(0x7ff0000000000000ll) : __longlong_as_double(0x7ff8000000000000ll);
    }
    if (y > -2.0) {
        const double p = special_exp(y);
        const double tail = -special_expm1(y);
        return p < 0.5 ? special_quantile(p - 0.5, p) : special_quantile(0.5 - tail, tail);
    }
    if (y > -700.0) {
        const double p_2 = special_exp(y);
        return special_quantile(p_2 - 0.5, p_2);
    }
    double x = -1.4142135623730951 * sqrt(-y - special_log(ROOT_TAU * 1.4142135623730951 * sqrt(-y)));
    #pragma unroll
    for (int turn = 0; turn < 3; ++turn) {
        const double scaled = special_erfcx(-x * 0.7071067811865476);
        const double above = special_log(0.5 * scaled) / x - 0.5 * x - y / x;
        x -= above * x * scaled / ROOT_TWO_OVER_PI;
    }
    return x;
}

//:: special_nrdtrimn needs special_ndtri has special_nrdtrimn
inline double special_nrdtrimn(double p, double sd, double x) {
    if (!((sd > 0.0 && p > 0.0) && p < 1.0)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    return x - sd * special_ndtri(p);
}

//:: special_nrdtrisd needs special_ndtri has special_nrdtrisd
inline double special_nrdtrisd(double mean, double p, double x) {
    if (!(p > 0.0 && p < 1.0)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    return (x - mean) / special_ndtri(p);
}

//:: special_owens_quadrature needs special_tuples special_NODES special_WEIGHTS special_decay special_exp special_two_product has special_owens_quadrature
__noinline__ double special_owens_quadrature(double h, double h_low, double a) {
    const double end = (a * h > 8.8 ? 8.8 / h : a);
    const double scaled = h * end;
    double sum = 0.0;
    #pragma unroll 1
    for (int k = 0; k < 32; ++k) {
        const double t = end * special_NODES[k];
        const double u = scaled * special_NODES[k];
        sum += special_WEIGHTS[k] * special_exp(-0.5 * u * u) / (1.0 + t * t);
    }
    auto [square, low] = special_two_product(h, h);
    return special_decay(0.5 * square, 0.5 * low + h * h_low) * (0.5 * 0.3183098861837907) * (end * sum);
}

//:: special_owens_t needs special_tuples special_area_beyond special_atan special_owens_quadrature special_two_product has special_owens_t
__noinline__ double special_owens_t(double h, double a) {
    if (isnan(h) || isnan(a)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    const double h_2 = fabs(h);
    const double size = fabs(a);
    if (isinf(h_2) || a == 0.0) {
        return 0.0;
    }
    double value;
    if (h_2 == 0.0) {
        value = special_atan(size) * (0.5 * 0.3183098861837907);
    } else if (size <= 1.0) {
        value = special_owens_quadrature(h_2, 0.0, size);
    } else {
        const double q = special_area_beyond(h_2, 0.0);
        if (isinf(size) || size * h_2 > 10000000000.0) {
            return copysign(0.5 * q, a);
        }
        auto [product, lost] = special_two_product(size, h_2);
        const double r = special_area_beyond(product, lost);
        value = 0.5 * (q * (1.0 - r) + r * (1.0 - q)) - special_owens_quadrature(product, lost, 1.0 / size);
    }
    return copysign(value, a);
}

//:: special_pdtr needs special_gammaincc has special_pdtr
inline double special_pdtr(double k, double m) {
    if (k < 0.0 || m < 0.0) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    return m == 0.0 ? 1.0 : special_gammaincc(floor(k) + 1.0, m);
}

//:: special_pdtrc needs special_gammainc has special_pdtrc
inline double special_pdtrc(double k, double m) {
    if (k < 0.0 || m < 0.0) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    return m == 0.0 ? 0.0 : special_gammainc(floor(k) + 1.0, m);
}

//:: special_pdtri needs special_gammainccinv has special_pdtri
inline double special_pdtri(double k, double y) {
    const double k_2 = trunc(k);
    if (!(((k_2 >= 0.0 && y >= 0.0) && y < 1.0) && isfinite(k_2))) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    return special_gammainccinv(k_2 + 1.0, y);
}

//:: special_pdtrik needs special_SHAPE special_is_outside special_solved has special_pdtrik
__noinline__ double special_pdtrik(double p, double m) {
    if ((special_is_outside(p) || !(m > 0.0)) || isinf(m)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    const double next = special_solved(special_SHAPE, m + 1.0, __longlong_as_double(0x7ff0000000000000ll), m, 0.0, 1.0 - p, p);
    return next > 1.0 ? next - 1.0 : 0.0;
}

//:: special_poch_at_infinity needs special_gammasgn special_is_pole has special_poch_at_infinity
inline double special_poch_at_infinity(double a, double m) {
    if (special_is_pole(a) && !isinf(a)) {
        return 0.0;
    }
    if (a == -__longlong_as_double(0x7ff0000000000000ll) && fabs(m) == 1.0) {
        return m > 0.0 ? a : 0.0;
    }
    if ((a == -__longlong_as_double(0x7ff0000000000000ll) || m == -__longlong_as_double(0x7ff0000000000000ll)) || (isinf(a) && isinf(m))) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (isinf(a)) {
        return m > 0.0 ? __longlong_as_double(0x7ff0000000000000ll) : 0.0;
    }
    return copysign(__longlong_as_double(0x7ff0000000000000ll), special_gammasgn(a));
}

//:: special_ratio_positive needs special_tuples special_LEAST_STIRLING special_LOG2_E_HIGH special_LOG2_E_REST special_exp special_exp2_of_sum special_gamma_positive special_gammaln_positive special_log special_log2_of_one_plus_quotient special_log2_of_sum special_pair_sum special_pair_times special_rough_digamma special_stirling special_two_sum has special_ratio_positive
__noinline__ double special_ratio_positive(double a, double a_low, double m) {
    auto [sum, lost] = special_two_sum(a, m);
    if (isinf(sum)) {
        return m > 0.0 ? __longlong_as_double(0x7ff0000000000000ll) : __longlong_as_double(0x7ff8000000000000ll);
    }
    if (a >= special_LEAST_STIRLING && sum >= special_LEAST_STIRLING) {
        const special_tuple2<double, double> most = special_pair_times(special_log2_of_one_plus_quotient(m, a), a);
        const special_tuple2<double, double> least = special_pair_times(special_log2_of_sum(sum, lost), m);
        const special_tuple2<double, double> decay = special_pair_times(special_tuple2<double, double>{special_LOG2_E_HIGH, special_LOG2_E_REST}, -m);
        const double power = special_exp2_of_sum(special_pair_sum(special_pair_sum(most, least), decay));
        return power * (special_exp(special_stirling(sum) - special_stirling(a) + a_low * special_log(sum / a)) / sqrt(sum / a));
    }
    const double rest = (lost + a_low) * special_rough_digamma(sum) - a_low * special_rough_digamma(a);
    if (sum > 171.0 || a > 171.0) {
        return special_exp(special_gammaln_positive(sum) - special_gammaln_positive(a) + rest);
    }
    const double value = special_gamma_positive(sum) / special_gamma_positive(a);
    return value + value * rest;
}

//:: special_poch needs special_tuples special_exp special_few_factors special_gamma_positive special_gammaln_positive special_is_odd special_is_pole special_log special_poch_at_infinity special_ratio_positive special_rough_digamma special_sin_pi special_sine_of_sum special_two_sum has special_poch
__noinline__ double special_poch(double a, double m) {
    if (m == 0.0) {
        return 1.0;
    }
    if ((special_is_pole(a) && isfinite(a)) && isnan(m)) {
        return 0.0;
    }
    if (isnan(a) || isnan(m)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    const double sum = a + m;
    if (isinf(a) || isinf(m)) {
        return special_poch_at_infinity(a, m);
    }
    if (special_is_pole(sum) && !special_is_pole(a)) {
        return __longlong_as_double(0x7ff0000000000000ll);
    }
    if (m == floor(m) && fabs(m) <= 20.0) {
        return special_few_factors(a, m);
    }
    if (special_is_pole(a) && !special_is_pole(sum)) {
        return 0.0;
    }
    if (a > 0.0 && sum > 0.0) {
        return special_ratio_positive(a, 0.0, m);
    }
    if (fabs(a) > 1e300 || fabs(m) > 1e300) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    auto [sum_2, lost] = special_two_sum(a, m);
    if (special_is_pole(a)) {
        const double value = special_ratio_positive(1.0 - sum_2, 0.0, m);
        return special_is_odd(m) ? -value : value;
    }
    if (a < 0.0 && sum_2 < 0.0) {
        auto [mirrored, rest] = special_two_sum(1.0, -sum_2);
        const double value_2 = special_ratio_positive(mirrored, rest - lost, m);
        if (m == floor(m)) {
            return special_is_odd(m) ? -value_2 : value_2;
        }
        return value_2 * (special_sin_pi(a) / special_sine_of_sum(sum_2, lost));
    }
    if (a < 0.0) {
        const double sine = special_sin_pi(a) * 0.3183098861837907;
        auto [mirrored_2, rest_2] = special_two_sum(1.0, -a);
        if (sum_2 < 85.0 && a > -85.0) {
            const double value_3 = special_gamma_positive(sum_2) * special_gamma_positive(mirrored_2) * sine;
            return value_3 + value_3 * (lost * special_rough_digamma(sum_2) + rest_2 * special_rough_digamma(mirrored_2));
        } else {
            return special_exp(special_gammaln_positive(sum_2) + special_gammaln_positive(1.0 - a) + special_log(fabs(sine))) * copysign(1.0, sine);
        }
    }
    const double sine_2 = special_sine_of_sum(sum_2, lost) * 0.3183098861837907;
    auto [mirrored_3, rest_3] = special_two_sum(1.0, -sum_2);
    const double value_4 = 1.0 / (special_gamma_positive(a) * special_gamma_positive(mirrored_3) * sine_2);
    return value_4 - value_4 * (rest_3 - lost) * special_rough_digamma(mirrored_3);
}

//:: special_powm1 needs special_tuples special_exp2_less_one special_exp2_of_sum special_log2_of_sum special_pair_times has special_powm1
__noinline__ double special_powm1(double x, double y) {
    if (y == 0.0 || x == 1.0) {
        return 0.0;
    }
    if (isnan(x) || isnan(y)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    const bool whole = y == floor(y);
    const bool odd = whole && 0.5 * y != floor(0.5 * y);
    if (x == 0.0) {
        return y > 0.0 ? -1.0 : __longlong_as_double(0x7ff0000000000000ll);
    }
    if (x < 0.0 && (!whole || isinf(y))) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    const double a = fabs(x);
    if (isinf(a) || isinf(y)) {
        if (a == 1.0) {
            return 0.0;
        }
        const bool grows = (a > 1.0) == (y > 0.0);
        return !grows ? -1.0 : odd && x < 0.0 ? -__longlong_as_double(0x7ff0000000000000ll) : __longlong_as_double(0x7ff0000000000000ll);
    }
    const special_tuple2<double, double> exponent = special_pair_times(special_log2_of_sum(a, 0.0), y);
    return odd && x < 0.0 ? -special_exp2_of_sum(exponent) - 1.0 : special_exp2_less_one(exponent);
}

//:: special_pseudo_huber has special_pseudo_huber
inline double special_pseudo_huber(double delta, double r) {
    const double a = fabs(r);
    const double v = fabs(r / delta);
    const double slope = (v > 1e17 ? 1.0 : v / (1.0 + sqrt(1.0 + v * v)));
    const double value = delta * a * slope;
    return (delta < 0.0 ? __longlong_as_double(0x7ff0000000000000ll) : ((delta == 0.0) | (r == 0.0) ? 0.0 : value));
}

//:: special_radian has special_radian
inline double special_radian(double degrees, double minutes, double seconds) {
    const double SECOND = 4.84813681109536e-6;
    return ((degrees * 60.0 + minutes) * 60.0 + seconds) * SECOND;
}

//:: special_rel_entr needs special_log_of_ratio has special_rel_entr
inline double special_rel_entr(double x, double y) {
    if (isnan(x) || isnan(y)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (x > 0.0 && y > 0.0) {
        return x * special_log_of_ratio(x, y);
    }
    return x == 0.0 && y >= 0.0 ? 0.0 : __longlong_as_double(0x7ff0000000000000ll);
}

//:: special_rgamma_c128 needs special_tuples complex special_exponential special_is_pole special_loggamma_parts has special_rgamma special_rgamma_c128 with c64 c128
__noinline__ c128 special_rgamma(c128 z) {
    if (z.im == 0.0 && special_is_pole(z.re)) {
        return c128(0.0, 0.0);
    }
    auto [re, im] = special_loggamma_parts(z.re, z.im);
    auto [re_2, im_2] = special_exponential(-re, -im);
    return c128(re_2, im_2);
}
inline c64 special_rgamma(c64 z0) {
    const c128 w = special_rgamma(c128(z0.re, z0.im));
    return c64((float)w.re, (float)w.im);
}

//:: special_sindg needs special_tuples special_MOST_DEGREES special_quarter_turns special_sine_of_parts has special_sindg
__noinline__ double special_sindg(double x) {
    if (x == 0.0 || isnan(x)) {
        return x;
    }
    if (fabs(x) > special_MOST_DEGREES) {
        return 0.0;
    }
    auto [r, low, q, unused] = special_quarter_turns(x);
    return special_sine_of_parts(r, low, q);
}

//:: special_smirnov_term needs special_tuples special_exp special_exp2_of_sum special_log2_of_quotient_of_sum special_pair_sum special_pair_times special_stirling special_two_product special_two_sum has special_smirnov_term
inline double special_smirnov_term(double n, double d, double k) {
    const double rest = n - k;
    auto [product, lost] = special_two_product(n, d);
    auto [first, first_low] = special_two_sum(k, product);
    auto [second, second_low] = special_two_sum(rest, -product);
    const double first_low_2 = first_low + lost;
    const double second_low_2 = second_low - lost;
    if (second <= 0.0) {
        return 0.0;
    }
    const double least = k < rest ? k : rest;
    if (least >= 8.0) {
        const double factor = sqrt(n / (6.283185307179586 * k * rest)) * special_exp(special_stirling(n) - special_stirling(k) - special_stirling(rest));
        const special_tuple2<double, double> powers = special_pair_sum(special_pair_times(special_log2_of_quotient_of_sum(first, first_low_2, k), k), special_pair_times(special_log2_of_quotient_of_sum(second, second_low_2, rest), rest));
        return factor * special_exp2_of_sum(powers) * (n / first);
    }
    double choices = 1.0;
    #pragma unroll
    for (int i = 0; i < 8; ++i) {
        if ((double)i >= least) {
            break;
        }
        choices *= (n - (double)i) / ((double)i + 1.0);
    }
    const special_tuple2<double, double> powers_2 = special_pair_sum(special_pair_times(special_log2_of_quotient_of_sum(first, first_low_2, n), k), special_pair_times(special_log2_of_quotient_of_sum(second, second_low_2, n), rest));
    return choices * special_exp2_of_sum(powers_2) * (n / first);
}

//:: special_smirnov needs special_tuples special_casts special_MOST_SAMPLES special_exp special_smirnov_term special_two_sum has special_smirnov
__noinline__ double special_smirnov(double n, double d) {
    if ((!((n > 0.0 && d >= 0.0) && d <= 1.0) || n != floor(n)) || isinf(n)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (d == 0.0) {
        return 1.0;
    }
    if (d == 1.0) {
        return 0.0;
    }
    if (n > special_MOST_SAMPLES) {
        const double t = 6.0 * n * d + 1.0;
        return special_exp(-t * t / (18.0 * n));
    }
    const int last = special_to_index(floor(n * (1.0 - d)));
    double sum = 0.0;
    double rest = 0.0;
    #pragma unroll 1
    for (int k = 0; k < 100001; ++k) {
        if (k > last) {
            break;
        }
        auto [next, lost] = special_two_sum(sum, special_smirnov_term(n, d, (double)k));
        sum = next;
        rest += lost;
    }
    const double value = d * (sum + rest);
    return value < 1.0 ? value : 1.0;
}

//:: special_smirnov_excess needs special_log special_smirnov has special_smirnov_excess
inline double special_smirnov_excess(double n, double d, double p) {
    const double value = special_smirnov(n, d);
    return value > 0.0 ? special_log(value) - special_log(p) : -800.0;
}

//:: special_smirnovi needs special_tuples special_MOST_SAMPLES special_log special_narrowed special_ridders_point special_smirnov_excess has special_smirnovi
__noinline__ double special_smirnovi(double n, double p) {
    if ((!((n > 0.0 && p >= 0.0) && p <= 1.0) || n != floor(n)) || isinf(n)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (p == 0.0 || p == 1.0) {
        return 1.0 - p;
    }
    if (n == 1.0) {
        return 1.0 - p;
    }
    if (n > special_MOST_SAMPLES) {
        return (sqrt(-18.0 * n * special_log(p)) - 1.0) / (6.0 * n);
    }
    special_tuple4<double, double, double, double> bracket = special_tuple4<double, double, double, double>{0.0, 1.0, -special_log(p), -800.0};
    double point = 0.5;
    #pragma unroll 1
    for (int turn = 0; turn < 60; ++turn) {
        auto [low, high, at_low, at_high] = bracket;
        const double middle = 0.5 * (low + high);
        const double at_middle = special_smirnov_excess(n, middle, p);
        if (at_middle == 0.0) {
            return middle;
        }
        const double last = point;
        point = special_ridders_point(low, high, at_low, at_middle, at_high);
        const double at_point = special_smirnov_excess(n, point, p);
        if (at_point == 0.0 || fabs(point - last) <= 1e-16 * point) {
            break;
        }
        bracket = special_narrowed(special_narrowed(bracket, middle, at_middle), point, at_point);
    }
    return point;
}

//:: special_stdtr needs special_tuples special_stdtr_parts has special_stdtr
__noinline__ double special_stdtr(double df, double t) {
    auto [below, unused] = special_stdtr_parts(df, t);
    return below;
}

//:: special_stdtridf needs special_FREEDOM special_is_outside special_solved has special_stdtridf
__noinline__ double special_stdtridf(double p, double t) {
    if ((special_is_outside(p) || isnan(t)) || isinf(t)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    return special_solved(special_FREEDOM, 5.0, 10000000000.0, 0.0, t, p, 1.0 - p);
}

//:: special_stdtrit needs special_tuples special_beta_inverse special_is_no_probability special_ndtri special_swapped has special_stdtrit
__noinline__ double special_stdtrit(double df, double p) {
    if (!(df > 0.0) || special_is_no_probability(p)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (p == 0.0 || p == 1.0) {
        return p == 0.0 ? -__longlong_as_double(0x7ff0000000000000ll) : __longlong_as_double(0x7ff0000000000000ll);
    }
    if (isinf(df)) {
        return special_ndtri(p);
    }
    if (p == 0.5) {
        return 0.0;
    }
    const double tail = p < 0.5 ? p : 1.0 - p;
    auto [x, y] = tail <= 0.25 ? special_swapped(special_beta_inverse(0.5 * df, 0.5, 2.0 * tail)) : special_beta_inverse(0.5, 0.5 * df, 1.0 - 2.0 * tail);
    const double t = sqrt(df * (x / y));
    return p < 0.5 ? -t : t;
}

//:: special_tandg needs special_tuples special_MOST_DEGREES special_quarter_turns special_quotient_of_turn has special_tandg
__noinline__ double special_tandg(double x) {
    if (x == 0.0 || isnan(x)) {
        return x;
    }
    if (fabs(x) > special_MOST_DEGREES) {
        return 0.0;
    }
    auto [r, low, q, diagonal] = special_quarter_turns(x);
    return special_quotient_of_turn(r, low, q, diagonal);
}

//:: special_times_logarithm needs complex has special_times_logarithm
inline c128 special_times_logarithm(c128 x, double size, double angle) {
    return c128(x.re * size - x.im * angle, x.re * angle + x.im * size);
}

//:: special_tklmbda needs special_exp special_pow has special_tklmbda
__noinline__ double special_tklmbda(double x, double lambda) {
    if (isnan(x) || isnan(lambda)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (lambda > 0.0) {
        if (x <= -1.0 / lambda) {
            return 0.0;
        }
        if (x >= 1.0 / lambda) {
            return 1.0;
        }
    }
    if (fabs(lambda) < 0.0001) {
        return x >= 0.0 ? 1.0 / (1.0 + special_exp(-x)) : special_exp(x) / (1.0 + special_exp(x));
    }
    const double target = -fabs(x);
    double low = 0.0;
    double high = 0.5;
    double p = 0.25;
    #pragma unroll 1
    for (int turn = 0; turn < 100; ++turn) {
        const double a = special_pow(p, lambda);
        const double b = special_pow(1.0 - p, lambda);
        const double difference = (a - b) / lambda - target;
        if (difference > 0.0) {
            high = p;
        } else {
            low = p;
        }
        const double slope = a / p + b / (1.0 - p);
        const double next = p - difference / slope;
        const bool inside = next > low && next < high;
        const double moved = inside ? next : 0.5 * (low + high);
        const bool done = fabs(moved - p) <= 1e-16 * p;
        p = moved;
        if (done) {
            break;
        }
    }
    return x > 0.0 ? 1.0 - p : p;
}

//:: special_voigt_profile needs special_tuples special_decay special_faddeeva special_two_product has special_voigt_profile
__noinline__ double special_voigt_profile(double x, double sigma, double gamma) {
    const double ROOT_TAU = 2.5066282746310002;
    if ((isnan(x) || isnan(sigma)) || isnan(gamma)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (sigma == 0.0) {
        if (gamma == 0.0) {
            return x == 0.0 ? __longlong_as_double(0x7ff0000000000000ll) : 0.0;
        }
        return gamma / 3.141592653589793 / (x * x + gamma * gamma);
    }
    if (gamma == 0.0) {
        const double s = x / sigma;
        if (isinf(s)) {
            return 0.0 / sigma;
        }
        auto [square, low] = special_two_product(s, s);
        return special_decay(0.5 * square, 0.5 * low) / (ROOT_TAU * sigma);
    }
    const double scale = 0.7071067811865476 / sigma;
    auto [re, unused] = special_faddeeva(x * scale, gamma * scale);
    return re / (ROOT_TAU * sigma);
}

//:: special_wofz_c128 needs special_tuples complex special_faddeeva has special_wofz special_wofz_c128 with c64 c128
__noinline__ c128 special_wofz(c128 z) {
    auto [re, im] = special_faddeeva(z.re, z.im);
    return c128(re, im);
}
inline c64 special_wofz(c64 z0) {
    const c128 w = special_wofz(c128(z0.re, z0.im));
    return c64((float)w.re, (float)w.im);
}

//:: special_xlog1py needs special_log1p has special_xlog1py with double float f16 bf16
inline double special_xlog1py(double x, double y) {
    return ((x == 0.0) & !isnan(y) ? 0.0 : x * special_log1p(y));
}

//:: special_xlog1py_c128 needs complex special_atan2 special_hypot special_log special_log1p special_times_logarithm has special_xlog1py special_xlog1py_c128 with c64 c128
inline c128 special_xlog1py(c128 x, c128 y) {
    if (((x.re == 0.0 && x.im == 0.0) && !isnan(y.re)) && !isnan(y.im)) {
        return c128(0.0, 0.0);
    }
    const double re = y.re;
    const double im = y.im;
    const bool near_ = re * re + im * im < 0.25;
    const double size = near_ ? 0.5 * special_log1p(re * (2.0 + re) + im * im) : special_log(special_hypot(1.0 + re, im));
    return special_times_logarithm(x, size, special_atan2(im, 1.0 + re));
}
inline c64 special_xlog1py(c64 z0, c64 z1) {
    const c128 w = special_xlog1py(c128(z0.re, z0.im), c128(z1.re, z1.im));
    return c64((float)w.re, (float)w.im);
}

//:: special_xlogy needs special_log has special_xlogy with double float f16 bf16
inline double special_xlogy(double x, double y) {
    return ((x == 0.0) & !isnan(y) ? 0.0 : x * special_log(y));
}

//:: special_xlogy_c128 needs complex special_atan2 special_hypot special_log special_times_logarithm has special_xlogy special_xlogy_c128 with c64 c128
inline c128 special_xlogy(c128 x, c128 y) {
    if (((x.re == 0.0 && x.im == 0.0) && !isnan(y.re)) && !isnan(y.im)) {
        return c128(0.0, 0.0);
    }
    return special_times_logarithm(x, special_log(special_hypot(y.re, y.im)), special_atan2(y.im, y.re));
}
inline c64 special_xlogy(c64 z0, c64 z1) {
    const c128 w = special_xlogy(c128(z0.re, z0.im), c128(z1.re, z1.im));
    return c64((float)w.re, (float)w.im);
}

//:: special_zeta needs special_TAIL special_pow has special_zeta
__noinline__ double special_zeta(double x, double q) {
    if (x == 1.0) {
        return __longlong_as_double(0x7ff0000000000000ll);
    }
    if (x < 1.0) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (q <= 0.0) {
        if (q == floor(q)) {
            return __longlong_as_double(0x7ff0000000000000ll);
        }
        if (x != floor(x)) {
            return __longlong_as_double(0x7ff8000000000000ll);
        }
    }
    if (isnan(x) || isnan(q)) {
        return x + q;
    }
    if (q > 100000000.0) {
        return (1.0 / (x - 1.0) + 1.0 / (2.0 * q)) * special_pow(q, 1.0 - x);
    }
    double sum = special_pow(q, -x);
    double a = q;
    double term = sum;
    int count = 0;
    #pragma unroll 1
    while (count < 9 || a <= 9.0) {
        count += 1;
        a += 1.0;
        term = special_pow(a, -x);
        sum += term;
        if (fabs(term / sum) < 2.220446049250313e-16) {
            return sum;
        }
    }
    double factor = x * term / a;
    double rest = term * a / (x - 1.0) - 0.5 * term;
    const double square = a * a;
    #pragma unroll 1
    for (int k = 0; k < 12; ++k) {
        const double step = factor * special_TAIL[k];
        rest += step;
        if (fabs(step) < fabs(sum) * 2.220446049250313e-16 * 0.0625) {
            break;
        }
        const double m = x + 2.0 * (double)k;
        factor *= (m + 1.0) * (m + 2.0) / square;
    }
    return sum + rest;
}

//:: special_zeta_below_one needs special_TAIL special_pow has special_zeta_below_one
inline double special_zeta_below_one(double x) {
    double sum = 0.0;
    #pragma unroll
    for (int k = 1; k < 10; ++k) {
        sum += special_pow((double)k, -x);
    }
    const double last = special_pow(10.0, -x);
    double factor = x * last / 10.0;
    double rest = 10.0 * last / (x - 1.0) + 0.5 * last;
    #pragma unroll 1
    for (int k_2 = 0; k_2 < 12; ++k_2) {
        rest += factor * special_TAIL[k_2];
        const double m = x + 2.0 * (double)k_2;
        factor *= (m + 1.0) * (m + 2.0) / 100.0;
    }
    return sum + rest;
}

//:: special_zetac needs special_gamma special_pow special_sin_pi special_zeta special_zeta_below_one has special_zetac
__noinline__ double special_zetac(double x) {
    if (isnan(x) || x == -__longlong_as_double(0x7ff0000000000000ll)) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (x == 1.0) {
        return __longlong_as_double(0x7ff0000000000000ll);
    }
    if (x > 1.0) {
        return x > 1100.0 ? 0.0 : special_zeta(x, 2.0);
    }
    if (x >= 0.0) {
        return special_zeta_below_one(x) - 1.0;
    }
    const double y = 1.0 - x;
    if (y > 262.0) {
        const double sine = special_sin_pi(0.5 * x);
        return sine == 0.0 ? -1.0 : copysign(__longlong_as_double(0x7ff0000000000000ll), sine);
    }
    const double half = special_pow(2.0 * 3.141592653589793, 0.5 * x);
    const double sine_2 = special_sin_pi(0.5 * x) * 0.3183098861837907;
    if (y < 171.0) {
        return sine_2 * (half * special_gamma(y) * half) * special_zeta(y, 1.0) - 1.0;
    }
    double product = half * special_gamma(y - 92.0) * half;
    #pragma unroll 1
    for (int k = 1; k < 93; ++k) {
        product *= y - (double)k;
    }
    return sine_2 * product - 1.0;
}
