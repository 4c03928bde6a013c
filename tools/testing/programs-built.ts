import { buildPrograms } from '../build/programs.ts'

/** Some tests start server or bridge as processes of their own, as the product does. */
export const setup = buildPrograms
