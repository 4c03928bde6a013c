import { buildPrograms } from '../build/programs.ts'

/** Some tests start the built server or bridge as a process. */
export const setup = buildPrograms
