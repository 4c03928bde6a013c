import { getScriptPath, runInTerminal } from './child.ts'

process.exitCode = await runInTerminal(process.execPath, [
  getScriptPath('oxfmt/bin/oxfmt'),
  '--write',
])
process.exitCode ||= await runInTerminal(process.execPath, [
  getScriptPath('oxlint/bin/oxlint'),
  '--fix',
])
