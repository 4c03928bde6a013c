import { escapeXml } from './escape-xml.ts'
import type { Command, ServiceDefinition, ServiceProgram } from './definition.ts'

const label = 'org.talus.server'
const launchctl = (...args: readonly string[]): Command => ({ program: 'launchctl', args })

const writeString = (text: string) => `<string>${escapeXml(text)}</string>`

/** macOS. A daemon starts at boot, before anybody signs in. */
export function createLaunchdService(service: ServiceProgram): ServiceDefinition {
  const { node, args, folder, environment, user } = service
  const file = `/Library/LaunchDaemons/${label}.plist`
  const variables = Object.entries(environment)
    .map(([name, value]) => `    <key>${escapeXml(name)}</key>${writeString(value)}`)
    .join('\n')
  const plist = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>${writeString(label)}
  <key>ProgramArguments</key>
  <array>
    ${[node, ...args].map(writeString).join('\n    ')}
  </array>
  <key>WorkingDirectory</key>${writeString(folder)}
  <key>UserName</key>${writeString(user)}
  <key>EnvironmentVariables</key>
  <dict>
${variables}
  </dict>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><true/>
  <key>ThrottleInterval</key><integer>5</integer>
  <key>ExitTimeOut</key><integer>45</integer>
</dict>
</plist>
`
  return {
    name: 'launchd',
    file,
    content: Buffer.from(plist),
    install: [
      { ...launchctl('bootout', `system/${label}`), isOptional: true },
      launchctl('bootstrap', 'system', file),
    ],
    uninstall: [{ ...launchctl('bootout', `system/${label}`), isOptional: true }],
    afterRemoval: [],
    status: launchctl('print', `system/${label}`),
    find: { program: 'test', args: ['-e', file] },
    stop: [{ ...launchctl('bootout', `system/${label}`), isOptional: true }],
    start: [launchctl('bootstrap', 'system', file)],
    hint: 'Only root may install services: sudo npm run service install',
  }
}
