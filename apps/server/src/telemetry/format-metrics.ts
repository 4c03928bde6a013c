import type { Family } from './registry.ts'

export const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

const escapeHelp = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
const escapeLabel = (text: string) => escapeHelp(text).replaceAll('"', '\\"')

function formatLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const formatValue = (value: number) =>
  value === Infinity ? '+Inf' : value === -Infinity ? '-Inf' : String(value)

/** Prometheus's text format 0.0.4 (prometheus.io/docs/instrumenting/exposition_formats). */
export function formatMetrics(families: readonly Family[]): string {
  const lines = families.flatMap(({ name, help, type, samples }) => [
    `# HELP ${name} ${escapeHelp(help)}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(
      ({ suffix, labels, value }) =>
        `${name}${suffix}${formatLabels(labels)} ${formatValue(value)}`,
    ),
  ])
  return `${lines.join('\n')}\n`
}
