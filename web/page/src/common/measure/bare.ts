/** The private operation as the papers measure it, without the guards that the library has on by default. */
export const bare = { blinding: false, faultCheck: false } as const;
