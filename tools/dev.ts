// Runs the server with its bridge, restarted at each change, and Vite's development server in front
// of it.
import { join } from 'node:path'
import { runInForeground, getScriptPath, root } from './child.ts'

const server = join(root, 'apps/server/src/main.ts')

runInForeground([
  { args: ['--watch', '--watch-preserve-output', server, '--with-bridge'] },
  { args: [getScriptPath('vite/bin/vite.js')], cwd: join(root, 'apps/web') },
])
