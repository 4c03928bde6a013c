import { join } from 'node:path'
import { root } from '../child.ts'

const getBundlePath = (app: string) => join(root, 'apps', app, 'dist/main.js')
export const serverProgram = getBundlePath('server')
export const bridgeProgram = getBundlePath('bridge')
