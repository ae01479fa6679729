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

//:: special_CENTRE has special_CENTRE
constexpr double special_CENTRE[8] = {3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987, 67265.7709270087, 33430.57558358813, 2509.0809287301227};

//:: special_CENTRE_DIVISOR has special_CENTRE_DIVISOR
constexpr double special_CENTRE_DIVISOR[8] = {1.0, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271, 28729.085735721943, 5226.495278852854};

//:: special_COS has special_COS
constexpr double special_COS[6] = {0.041666666666666644, -0.0013888888888882061, 2.4801587294420203e-5, -2.755731576478878e-7, 2.0875912663246263e-9, -1.1369298750223102e-11};

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

//:: special_FRAC_PI_2_LOW has special_FRAC_PI_2_LOW
constexpr double special_FRAC_PI_2_LOW = 6.123233995736766e-17;

//:: special_FRAC_PI_4_LOW has special_FRAC_PI_4_LOW
constexpr double special_FRAC_PI_4_LOW = 3.061616997868383e-17;

//:: special_GAMMALN_TWO has special_GAMMALN_TWO
constexpr double special_GAMMALN_TWO[20] = {0.42278433509846713, 0.3224670334241132, -0.06735230105319814, 0.02058080842778457, -0.0073855510286681535, 0.002890510330738737, -0.0011927539120010226, 0.0005096695248853096, -0.00022315475074520367, 9.945750909889392e-5, -4.4926351103833334e-5, 2.050726741605779e-5, -9.438458716242811e-6, 4.374374916915131e-6, -2.0449201467015115e-6, 9.578663334114758e-7, -4.303558760359961e-7, 2.0304806751615227e-7, -1.3412819758517287e-7, 6.379047507619774e-8};

//:: special_GAMMA_MIDDLE has special_GAMMA_MIDDLE
constexpr double special_GAMMA_MIDDLE[18] = {1.329340388179137, 0.9347345216260855, 0.6545585779813361, 0.2538712468411431, 0.1096732340022263, 0.028360780594813752, 0.01039240342319837, 0.0016074004859635903, 0.0007544741843398753, 3.941763325825312e-6, 6.132933686364514e-5, -1.2801398595590587e-5, 7.258179334692199e-6, -2.561960809450555e-6, 1.0654567795576118e-6, -4.1866472217648884e-7, 2.0594390312960716e-7, -8.228337612513728e-8};

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

//:: special_LARGEST_RECURRED has special_LARGEST_RECURRED
constexpr double special_LARGEST_RECURRED = 4096.0;

//:: special_LARGEST_TURNING has special_LARGEST_TURNING
constexpr double special_LARGEST_TURNING = 1000000000.0;

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

//:: special_LOG_FACTORIALS has special_LOG_FACTORIALS
constexpr double special_LOG_FACTORIALS[10] = {0.0, 0.0, 0.6931471805599453, 1.791759469228055, 3.1780538303479458, 4.787491742782046, 6.579251212010101, 8.525161361065415, 10.60460290274525, 12.801827480081469};

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

//:: special_MOST_STEED_TERMS has special_MOST_STEED_TERMS
constexpr int special_MOST_STEED_TERMS = 80;

//:: special_MOST_STEPS has special_MOST_STEPS
constexpr int special_MOST_STEPS = 100000;

//:: special_POW has special_POW
constexpr double special_POW[8] = {0.39999999999999997, 0.28571428571434176, 0.22222222220115587, 0.18181818564226576, 0.15384577038479527, 0.1333556850719866, 0.11689492085425329, 0.11871017803053072};

//:: special_REACH has special_REACH
constexpr double special_REACH = 130.0;

//:: special_ROOT_HALF has special_ROOT_HALF
constexpr unsigned long long special_ROOT_HALF = 4604544269498187776ull;

//:: special_SIN has special_SIN
constexpr double special_SIN[6] = {-0.16666666666666632, 0.008333333333322418, -0.00019841269829812023, 2.7557313693620654e-6, -2.5050758415702846e-8, 1.5896814853860778e-10};

//:: special_SMALLEST_FAR has special_SMALLEST_FAR
constexpr double special_SMALLEST_FAR = 25.0;

//:: special_SMALLEST_NORMAL has special_SMALLEST_NORMAL
constexpr double special_SMALLEST_NORMAL = 2.2250738585072014e-308;

//:: special_STEPS has special_STEPS
constexpr int special_STEPS = 14;

//:: special_STEPS_OF_DUPLICATION has special_STEPS_OF_DUPLICATION
constexpr int special_STEPS_OF_DUPLICATION = 1100;

//:: special_STIRLING has special_STIRLING
constexpr double special_STIRLING[10] = {1.0 / 12.0, -1.0 / 360.0, 1.0 / 1260.0, -1.0 / 1680.0, 1.0 / 1188.0, -691.0 / 360360.0, 1.0 / 156.0, -3617.0 / 122400.0, 43867.0 / 244188.0, -174611.0 / 125400.0};

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

//:: special_fast_two_sum needs special_tuples has special_fast_two_sum
inline special_tuple2<double, double> special_fast_two_sum(double a, double b) {
    const double s = a + b;
    return special_tuple2<double, double>{s, a - s + b};
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

//:: special_at_least has special_at_least
template <class T> inline T special_at_least(T x, T limit) {
    return limit > x ? limit : x;
}

//:: special_at_most has special_at_most
template <class T> inline T special_at_most(T x, T limit) {
    return limit < x ? limit : x;
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

//:: special_reduce needs special_tuples special_LN2_HIGH special_LN2_LOW special_LOG2_E special_MAGIC has special_reduce
inline special_tuple3<double, double, double> special_reduce(double x) {
    const double n = x * special_LOG2_E + special_MAGIC - special_MAGIC;
    return special_tuple3<double, double, double>{n, x - n * special_LN2_HIGH, n * special_LN2_LOW};
}

//:: special_exp_sum needs special_tuples special_EXP special_fast_two_sum special_polynomial special_reduce has special_exp_sum
inline special_tuple3<double, double, double> special_exp_sum(double x) {
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

//:: special_gamma needs special_gamma_positive special_sin_pi has special_gamma
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

//:: special_tail needs special_tuples special_LOG special_polynomial has special_tail
__noinline__ special_tuple2<double, double> special_tail(double f) {
    const double s = f / (2.0 + f);
    const double z = s * s;
    const double half_square = 0.5 * f * f;
    return special_tuple2<double, double>{half_square, s * (half_square + z * special_polynomial(z, special_LOG))};
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

//:: special_excess needs special_log1p has special_excess
inline double special_excess(double t) {
    if (fabs(t) > 0.4) {
        return t - special_log1p(t);
    }
    const double r = t / (2.0 + t);
    const double square = r * r;
    double sum = 0.0;
    #pragma unroll 1
    for (int k = (18) - 1; k >= 0; --k) {
        sum = sum * square + 2.0 / (2.0 * (double)k + 3.0);
    }
    return r * t - r * square * sum;
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

//:: special_leading needs special_tuples special_excess special_exp special_gamma_positive special_gammaln_positive special_log special_log1p special_pow special_stirling has special_leading
__noinline__ double special_leading(double a, double b, double x, double y, double distance) {
    const double TWO_PI = 6.283185307179586;
    const double sum = a + b;
    if ((a >= 8.0 && b >= 8.0) && y < 1.0) {
        const double decay = a * special_excess(-distance / a) + b * special_excess(distance / b);
        const double correction = special_stirling(a) + special_stirling(b) - special_stirling(sum);
        return sqrt(a / sum * b / TWO_PI) * special_exp(-decay - correction);
    }
    const double log_x = x > 0.5 && y < 1.0 ? special_log1p(-y) : special_log(x);
    const double log_y = x > 0.5 ? special_log(y) : special_log1p(-x);
    const double power = y < 1.0 ? b * log_y : 0.0;
    if (sum < 20.0) {
        const double scaled = (x > 0.5 && y < 1.0 ? special_exp(a * log_x) : special_pow(x, a)) * special_exp(power);
        if (scaled > 1e-290) {
            return scaled * (special_gamma_positive(sum) / (special_gamma_positive(a) * special_gamma_positive(b)));
        }
    }
    auto [small, large] = a < b ? special_tuple2<double, double>{a, b} : special_tuple2<double, double>{b, a};
    if (large >= 8.0) {
        const double ratio = (large - 0.5) * special_log1p(small / large) + small * (special_log(sum) - 1.0) + (special_stirling(sum) - special_stirling(large));
        return special_exp(a * log_x + power + ratio - special_gammaln_positive(small));
    }
    return special_exp(a * log_x + power + special_gammaln_positive(sum) - special_gammaln_positive(a) - special_gammaln_positive(b));
}

//:: special_not_zero has special_not_zero
inline double special_not_zero(double x) {
    return fabs(x) < 1e-300 ? 1e-300 : x;
}

//:: special_fraction needs special_leading special_not_zero has special_fraction
__noinline__ double special_fraction(double a, double b, double x, double y, double distance) {
    const double c = 1.0 + distance;
    const double c1 = 1.0 + 1.0 / a;
    double value = c / c1;
    double numerator = value;
    double divisor = 0.0;
    double p = 1.0;
    double s = a + 1.0;
    #pragma unroll 1
    for (int k = 1; k < 10000; ++k) {
        const double n = (double)k;
        const double t = n / a;
        const double w = n * (b - n) * x;
        const double e = a / s;
        const double alpha = p * (p + b / a) * (e * e) * (w * x);
        const double beta = n + w / s + (1.0 + t) / (c1 + 2.0 * t) * (c + n * (1.0 + y));
        p = 1.0 + t;
        s += 2.0;
        divisor = 1.0 / special_not_zero(beta + alpha * divisor);
        numerator = special_not_zero(beta + alpha / numerator);
        const double step = numerator * divisor;
        value *= step;
        if (fabs(step - 1.0) < 2.220446049250313e-16) {
            break;
        }
    }
    return special_leading(a, b, x, y, distance) / value;
}

//:: special_power_series needs special_leading has special_power_series
inline double special_power_series(double a, double b, double x) {
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
    return special_leading(a, b, x, 1.0, 0.0) / a * (1.0 + a * sum);
}

//:: special_betainc needs special_tuples special_fraction special_power_series special_two_product special_two_sum has special_betainc
__noinline__ double special_betainc(double a, double b, double x) {
    if ((((((isnan(a) || isnan(b)) || isnan(x)) || a < 0.0) || b < 0.0) || x < 0.0) || x > 1.0) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if ((a == 0.0 && b == 0.0) || (isinf(a) && isinf(b))) {
        return __longlong_as_double(0x7ff8000000000000ll);
    }
    if (a == 0.0 || isinf(b)) {
        return x > 0.0 ? 1.0 : 0.0;
    }
    if (b == 0.0 || isinf(a)) {
        return x < 1.0 ? 0.0 : 1.0;
    }
    if (x == 0.0 || x == 1.0) {
        return x;
    }
    const double y = 1.0 - x;
    auto [sum, sum_low] = special_two_sum(a, b);
    auto [product, product_low] = special_two_product(sum, x);
    const double distance = a - product - (product_low + sum_low * x);
    if (b * x <= 1.0 && x <= 0.95) {
        return special_power_series(a, b, x);
    }
    if (distance < 0.0) {
        if (a * y <= 1.0 && y <= 0.95) {
            return 1.0 - special_power_series(b, a, y);
        }
        return 1.0 - special_fraction(b, a, y, x, -distance);
    }
    return special_fraction(a, b, x, y, distance);
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

//:: special_cos_of_parts needs special_sine_of_parts has special_cos_of_parts
inline double special_cos_of_parts(double r, double low, unsigned long long q) {
    return special_sine_of_parts(r, low, q + 1ull);
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

//:: special_cos_pi needs special_tuples special_cos_of_parts special_half_turns has special_cos_pi
__noinline__ double special_cos_pi(double x) {
    auto [r, low, q] = special_half_turns(x);
    return special_cos_of_parts(r, low, q);
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

//:: special_decay needs special_exp has special_decay
inline double special_decay(double square, double low) {
    const double whole = special_exp(-square);
    return whole - whole * low;
}

//:: special_scaled_complement needs special_ERFC special_fused_polynomial has special_scaled_complement
inline double special_scaled_complement(double x) {
    return special_fused_polynomial((x - 2.5) / (x + 2.5), special_ERFC) / (1.0 + 2.0 * x);
}

//:: special_complement needs special_tuples special_decay special_scaled_complement special_two_product has special_complement
inline double special_complement(double x) {
    const double x_2 = (x > 28.0 ? 28.0 : x);
    auto [square, low] = special_two_product(x_2, x_2);
    return special_scaled_complement(x_2) * special_decay(square, low);
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

//:: special_digamma needs special_cos_pi special_digamma_positive special_sin_pi has special_digamma
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

//:: special_halves needs special_tuples has special_halves
inline special_tuple2<double, double> special_halves(double a) {
    const double high = __longlong_as_double((long long)((unsigned long long)__double_as_longlong(a) & 18446744073575333888ull));
    return special_tuple2<double, double>{high, a - high};
}

//:: special_quotient_parts needs special_tuples special_halves has special_quotient_parts
inline special_tuple2<double, double> special_quotient_parts(special_tuple2<double, double> pair, special_tuple2<double, double> pair_2, double reciprocal) {
    auto [nh, nl] = pair;
    auto [dh, dl] = pair_2;
    auto [leading, unused] = special_halves(nh * reciprocal);
    auto [a, b] = special_halves(dh);
    const double remainder = nh - leading * a - leading * b + (nl - leading * dl);
    return special_tuple2<double, double>{leading, remainder * reciprocal};
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

//:: special_inner needs special_ERF special_fused_polynomial has special_inner
inline double special_inner(double x) {
    return x + x * special_fused_polynomial(x * x, special_ERF);
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

//:: special_with_sign has special_with_sign
inline double special_with_sign(bool negative, double complement) {
    return (negative ? 2.0 - complement : complement);
}

//:: special_erfc needs special_complement special_inner special_with_sign has special_erfc with double
__noinline__ double special_erfc(double x) {
    const double a = fabs(x);
    return (a < 0.5 ? 1.0 - special_inner(x) : special_with_sign(x < 0.0, special_complement(a)));
}

//:: special_erfc_f32 needs special_ERF_F32 special_complement_single special_fused_polynomial has special_erfc special_erfc_f32 with float f16 bf16
__noinline__ float special_erfc(float x) {
    const float a = fabs(x);
    const float inside = (a < 0.5f ? x : 0.5f);
    const float near_ = 1.0f - (inside + inside * special_fused_polynomial(inside * inside, special_ERF_F32));
    const float far_ = special_complement_single((a < 0.5f ? 0.5f : a));
    return (a < 0.5f ? near_ : (x < 0.0f ? 2.0f - far_ : far_));
}

//:: special_erfcx needs special_tuples special_exp special_scaled_complement special_two_product has special_erfcx
__noinline__ double special_erfcx(double x) {
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

//:: special_ndtri needs special_CENTRE special_CENTRE_DIVISOR special_FAR special_FAR_DIVISOR special_MIDDLE special_MIDDLE_DIVISOR special_log special_polynomial has special_ndtri
__noinline__ double special_ndtri(double p) {
    if (!(p > 0.0 && p < 1.0)) {
        return p == 0.0 ? -__longlong_as_double(0x7ff0000000000000ll) : p == 1.0 ? __longlong_as_double(0x7ff0000000000000ll) : __longlong_as_double(0x7ff8000000000000ll);
    }
    const double q = p - 0.5;
    if (fabs(q) <= 0.425) {
        const double r = 0.180625 - q * q;
        return q * (special_polynomial(r, special_CENTRE) / special_polynomial(r, special_CENTRE_DIVISOR));
    }
    const double tail = q < 0.0 ? p : 1.0 - p;
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
