// The server, started again at each change, and Vite's development server in front of it.
import { join } from 'node:path'
import { become, program, root } from './child.ts'

become([
  { args: ['--watch', '--watch-preserve-output', join(root, 'apps/server/src/main.ts')] },
  { args: [program('vite/bin/vite.js')], cwd: join(root, 'apps/web') },
])
