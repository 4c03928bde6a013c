import { program, show } from './child.ts'

process.exitCode = await show(process.execPath, [program('oxfmt/bin/oxfmt'), '--write'])
process.exitCode ||= await show(process.execPath, [program('oxlint/bin/oxlint'), '--fix'])
