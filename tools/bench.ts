// Runs bench/*.bench.ts with the names given, or all of them.
import { join } from 'node:path'
import { glob } from 'node:fs/promises'
import { buildPrograms } from './build/programs.ts'
import { root, show } from './child.ts'

const wanted = process.argv.slice(2)
const files = await Array.fromAsync(glob('**/*.bench.ts', { cwd: join(root, 'bench') }))
const chosen = files.filter(
  (file) => wanted.length === 0 || wanted.some((name) => file.includes(name)),
)
if (chosen.length === 0) console.log('There is no such benchmark in bench/.')
await buildPrograms()
for (const file of chosen.toSorted()) {
  console.log(`\n${file}`)
  process.exitCode ||= await show(process.execPath, [join(root, 'bench', file)])
}
