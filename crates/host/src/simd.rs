//! Compiling one function for several instruction sets, and choosing among them at run time.

/// Defines a function whose body is compiled for each instruction set; calling it picks the best one of the processor.
macro_rules! wide {
    ($(#[$meta:meta])* $vis:vis unsafe fn $name:ident $(<$($T:ident $(: $bound:path)?),+>)?
        ($($arg:ident: $ty:ty),* $(,)?) $(where $($of:ty: $need:path),+)? $(=> $ret:ty)? $body:block) => {
        $(#[$meta])*
        $vis unsafe fn $name $(<$($T $(: $bound)?),+>)? ($($arg: $ty),*) $(-> $ret)? $(where $($of: $need),+)? {
            /// # Safety
            /// As the function it is the body of.
            #[inline(always)]
            unsafe fn body $(<$($T $(: $bound)?),+>)? ($($arg: $ty),*) $(-> $ret)? $(where $($of: $need),+)? $body
            #[cfg(target_arch = "x86_64")]
            {
                /// # Safety
                /// As the function, on a processor with AVX2.
                #[target_feature(enable = "avx2,fma,popcnt,bmi1,bmi2,lzcnt")]
                unsafe fn avx2 $(<$($T $(: $bound)?),+>)? ($($arg: $ty),*) $(-> $ret)? $(where $($of: $need),+)? {
                    // SAFETY: the caller keeps the promises of the function.
                    unsafe { body $(::<$($T),+>)? ($($arg),*) }
                }
                /// # Safety
                /// As the function, on a processor with these features.
                #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,fma,popcnt,bmi1,bmi2,lzcnt")]
                unsafe fn avx512 $(<$($T $(: $bound)?),+>)? ($($arg: $ty),*) $(-> $ret)? $(where $($of: $need),+)? {
                    // SAFETY: the caller keeps the promises of the function.
                    unsafe { body $(::<$($T),+>)? ($($arg),*) }
                }
                if $crate::simd::has_avx512() {
                    // SAFETY: the caller keeps the promises of the function, and the features were just found.
                    return unsafe { avx512 $(::<$($T),+>)? ($($arg),*) };
                }
                if $crate::simd::has_avx2() {
                    // SAFETY: the caller keeps the promises of the function, and the features were just found.
                    return unsafe { avx2 $(::<$($T),+>)? ($($arg),*) };
                }
            }
            // SAFETY: the caller keeps the promises of the function.
            unsafe { body $(::<$($T),+>)? ($($arg),*) }
        }
    };
}
pub(crate) use wide;

/// The instruction set found: 0 for none yet, then no extension, AVX2, or AVX-512. It is read at every call of a loop,
/// so it is one number.
#[cfg(target_arch = "x86_64")]
static FOUND: std::sync::atomic::AtomicU8 = std::sync::atomic::AtomicU8::new(0);

#[cfg(target_arch = "x86_64")]
#[inline]
fn found() -> u8 {
    match FOUND.load(std::sync::atomic::Ordering::Relaxed) {
        0 => find(),
        found => found,
    }
}

#[cfg(target_arch = "x86_64")]
#[cold]
fn find() -> u8 {
    // Processors with AVX2 have the others; a machine that emulates one may not.
    let avx2 = std::is_x86_feature_detected!("avx2")
        && std::is_x86_feature_detected!("fma")
        && std::is_x86_feature_detected!("popcnt")
        && std::is_x86_feature_detected!("bmi1")
        && std::is_x86_feature_detected!("bmi2")
        && std::is_x86_feature_detected!("lzcnt");
    let avx512 = avx2
        && std::is_x86_feature_detected!("avx512f")
        && std::is_x86_feature_detected!("avx512bw")
        && std::is_x86_feature_detected!("avx512dq")
        && std::is_x86_feature_detected!("avx512vl");
    let found = 1 + avx2 as u8 + avx512 as u8;
    FOUND.store(found, std::sync::atomic::Ordering::Relaxed);
    found
}

/// Whether the processor has the features that the AVX-512 bodies are compiled for.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn has_avx512() -> bool {
    found() == 3
}

/// Whether the processor has the features that the AVX2 bodies are compiled for.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn has_avx2() -> bool {
    found() >= 2
}

/// The name of the instruction set in use.
pub(crate) fn name() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    {
        if has_avx512() {
            return "AVX-512";
        }
        if has_avx2() {
            return "AVX2";
        }
    }
    std::env::consts::ARCH
}
