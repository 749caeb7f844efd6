//! Detects fused multiply-add at run time. Ordinary x86-64 programs are compiled for processors without it, but mostly
//! run on processors that have it (Intel's since Haswell, 2013, except low-end ones).

/// Whether fused multiply-add is an instruction here, not a call.
#[inline(always)]
pub(super) fn is_present() -> bool {
    #[cfg(fma_at_run_time)]
    return std::arch::is_x86_feature_detected!("avx") && std::arch::is_x86_feature_detected!("fma");
    #[cfg(not(fma_at_run_time))]
    cfg!(any(target_family = "wasm", target_feature = "fma", target_arch = "aarch64"))
}

/// Defines a method `name` that runs the method `kernel`. If the processor has the instruction, it runs a version
/// compiled with it. Otherwise the kernel calls the standard library's function, which is correct but slow. The kernel
/// must be `#[inline(always)]`, so that it is compiled once for each case.
macro_rules! fused {
    ($(#[$attribute:meta])* fn $name:ident = $kernel:ident, $compiled:ident($($argument:ident: $type:ty),*)) => {
        $(#[$attribute])*
        #[inline(never)]
        pub(super) fn $name(&mut self, $($argument: $type),*) {
            #[cfg(fma_at_run_time)]
            if crate::lanes::fused::is_present() {
                // SAFETY: the processor has the instructions that the method is compiled for.
                #[allow(unsafe_code)]
                return unsafe { self.$compiled($($argument),*) };
            }
            self.$kernel($($argument),*);
        }

        #[cfg(fma_at_run_time)]
        #[target_feature(enable = "avx,fma")]
        fn $compiled(&mut self, $($argument: $type),*) {
            self.$kernel($($argument),*);
        }
    };
}

pub(super) use fused;
