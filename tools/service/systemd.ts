import type { Command, ServiceDefinition, ServiceProgram } from './definition.ts'

const systemctl = (...args: readonly string[]): Command => ({ program: 'systemctl', args })

/** A word of a command line in a unit: quotes, and no specifiers or variables. */
const quote = (word: string) =>
  `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`
const escapePercent = (text: string) => text.replaceAll('%', '%%')

/** Linux. The journal keeps and rotates what the server prints. */
export function createSystemdService(service: ServiceProgram): ServiceDefinition {
  const { node, args, folder, dataFolder, environment, user } = service
  const unit = `[Unit]
Description=Talus imaging server
After=network-online.target
Wants=network-online.target

[Service]
User=${user}
WorkingDirectory=${escapePercent(folder)}
${Object.entries(environment)
  .map(([name, value]) => `Environment=${quote(`${name}=${value}`)}`)
  .join('\n')}
ExecStart=${[node, ...args].map(quote).join(' ')}
Restart=always
RestartSec=5
# The exit code for settings with which the server cannot run.
RestartPreventExitStatus=78
TimeoutStopSec=45
KillMode=mixed
LimitNOFILE=65536
NoNewPrivileges=true
ProtectSystem=full
ReadWritePaths=-${quote(dataFolder)}

[Install]
WantedBy=multi-user.target
`
  return {
    name: 'systemd',
    file: '/etc/systemd/system/talus.service',
    content: Buffer.from(unit),
    needs: {
      // The test of systemd itself: sd_booted(3).
      path: '/run/systemd/system',
      otherwise: `This computer does not run systemd, so Talus cannot be a service here; nothing was changed.
Write the settings to the file .env in ${folder}, start Talus by hand with npm start, or let what
starts the programs of this computer (OpenRC, runit, cron with @reboot) run this as the user ${user}:
  cd ${folder} && npm start`,
    },
    install: [
      systemctl('daemon-reload'),
      systemctl('enable', 'talus'),
      systemctl('restart', 'talus'),
    ],
    uninstall: [{ ...systemctl('disable', '--now', 'talus'), isOptional: true }],
    afterRemoval: [systemctl('daemon-reload')],
    status: systemctl('status', '--no-pager', '--lines=10', 'talus'),
    lastLines: {
      program: 'journalctl',
      args: ['--unit=talus', '--lines=20', '--output=cat', '--no-pager'],
    },
    find: systemctl('cat', 'talus'),
    stop: [systemctl('stop', 'talus')],
    start: [systemctl('start', 'talus')],
    hint: 'Only root may install services: sudo npm run service install',
  }
}
