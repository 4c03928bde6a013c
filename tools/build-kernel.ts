// Compiles packages/volume/kernel (AssemblyScript) to the WebAssembly module that is committed as
// text in packages/volume/src/kernel/kernel-module.ts. Run it after a change of the sources:
// node tools/build-kernel.ts [path of an installed asc.js]
// AssemblyScript is no dependency: its compiler takes 94 MB, and only this command needs it.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './child.ts'
import { hashKernelSources } from './kernel-sources.ts'

const compiler = 'assemblyscript@0.28.20'
const options = ['-O3', '--runtime', 'stub', '--importMemory', '--noAssert', '--use', 'abort=']

const folder = await mkdtemp(join(tmpdir(), 'kernel-'))
const target = join(folder, 'kernel.wasm')
const args = ['packages/volume/kernel/index.ts', ...options, '-o', target]
const installed = process.argv[2]
if (installed) execFileSync(process.execPath, [installed, ...args], { cwd: root, stdio: 'inherit' })
else
  execFileSync('npx', ['--yes', '--package', compiler, 'asc', ...args], {
    cwd: root,
    stdio: 'inherit',
  })
const module = await readFile(target)
const text = `// Made by tools/build-kernel.ts from packages/volume/kernel. Do not edit it.

/** SHA-256 of the sources, so that a test notices a change without a new build. */
export const kernelSourceHash = '${await hashKernelSources()}'

/** The WebAssembly module in base64. */
export const kernelModule =
  '${module.toString('base64')}'
`
await writeFile(join(root, 'packages/volume/src/kernel/kernel-module.ts'), text)
await rm(folder, { recursive: true })
console.log(`The kernel has ${module.length} bytes.`)
