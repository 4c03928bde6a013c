/** What loads or saves by itself says so where it is shown. */
export const quiet = { isQuiet: true } as const
