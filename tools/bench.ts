// Runs the benchmarks whose file name contains one of the arguments, or all of them.
import { join } from 'node:path'
import { glob } from 'node:fs/promises'
import { buildPrograms } from './build/programs.ts'
import { root, runInTerminal } from './child.ts'

const filters = process.argv.slice(2)
const files = await Array.fromAsync(glob('**/*.bench.ts', { cwd: join(root, 'bench') }))
const chosen = files.filter(
  (file) => filters.length === 0 || filters.some((name) => file.includes(name)),
)
if (chosen.length === 0) console.log('There is no such benchmark in bench/.')
await buildPrograms()
for (const file of chosen.toSorted()) {
  console.log(`\n${file}`)
  process.exitCode ||= await runInTerminal(process.execPath, [join(root, 'bench', file)])
}
