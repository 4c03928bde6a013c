// The server with its bridge, started again at each change, and Vite's development server in front of it.
import { join } from 'node:path'
import { become, program, root } from './child.ts'

const server = join(root, 'apps/server/src/main.ts')

become([
  { args: ['--watch', '--watch-preserve-output', server, '--with-bridge'] },
  { args: [program('vite/bin/vite.js')], cwd: join(root, 'apps/web') },
])
