/** For background requests: their errors are shown in place, not as a toast. */
export const quiet = { isQuiet: true } as const
