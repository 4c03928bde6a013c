import { win32 } from 'node:path'
import { escapeXml } from './escape-xml.ts'
import type { Command, ServiceDefinition, ServiceProgram } from './definition.ts'

const taskName = 'Talus'
const schtasks = (...args: readonly string[]): Command => ({ program: 'schtasks.exe', args })
const icacls = (...args: readonly string[]): Command => ({ program: 'icacls.exe', args })

/** LOCAL SERVICE: an account without a password and with few rights. */
const account = 'S-1-5-19'

/** A word of a Windows command line: backslashes before a quote are doubled. */
const quote = (word: string) =>
  `"${word.replaceAll(/(\\*)(?:"|$)/gu, '$1$&').replaceAll('"', '\\"')}"`

/**
 * Windows. A task at boot needs no further program, unlike a service: Windows expects a service to
 * answer the service control manager of Windows. The variables of the environment come from `.env`; a task has none of its own.
 */
export function createScheduledTask(service: ServiceProgram): ServiceDefinition {
  const { node, args, folder, dataFolder } = service
  const file = win32.join(dataFolder, 'talus-task.xml')
  const task = `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.4" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo><Description>Talus imaging server</Description></RegistrationInfo>
  <Triggers><BootTrigger><Enabled>true</Enabled></BootTrigger></Triggers>
  <Principals>
    <Principal id="Author"><UserId>${account}</UserId><RunLevel>LeastPrivilege</RunLevel></Principal>
  </Principals>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <StartWhenAvailable>true</StartWhenAvailable>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <Priority>5</Priority>
    <RestartOnFailure><Interval>PT1M</Interval><Count>999</Count></RestartOnFailure>
  </Settings>
  <Actions Context="Author">
    <Exec>
      <Command>${escapeXml(node)}</Command>
      <Arguments>${escapeXml(args.map(quote).join(' '))}</Arguments>
      <WorkingDirectory>${escapeXml(folder)}</WorkingDirectory>
    </Exec>
  </Actions>
</Task>
`
  return {
    name: 'scheduled task',
    file,
    // schtasks reads UTF-16 with a byte order mark.
    content: Buffer.from(`\uFEFF${task.replaceAll('\n', '\r\n')}`, 'utf16le'),
    install: [
      icacls(folder, '/grant', `*${account}:(OI)(CI)RX`, '/Q'),
      icacls(dataFolder, '/grant', `*${account}:(OI)(CI)M`, '/Q'),
      schtasks('/Create', '/TN', taskName, '/XML', file, '/F'),
      { ...schtasks('/End', '/TN', taskName), isOptional: true },
      schtasks('/Run', '/TN', taskName),
    ],
    uninstall: [
      { ...schtasks('/End', '/TN', taskName), isOptional: true },
      { ...schtasks('/Delete', '/TN', taskName, '/F'), isOptional: true },
    ],
    afterRemoval: [],
    status: schtasks('/Query', '/TN', taskName, '/V', '/FO', 'LIST'),
    find: schtasks('/Query', '/TN', taskName),
    stop: [{ ...schtasks('/End', '/TN', taskName), isOptional: true }],
    start: [schtasks('/Run', '/TN', taskName)],
    hint: 'Only administrators may install services: open the terminal with "Run as administrator"',
  }
}
