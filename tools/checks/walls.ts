import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { serverFeatures } from '../../.dependency-cruiser.mjs'
import { captureNode, root, type Outcome } from '../child.ts'
import { pathsUnder } from '../source-files.ts'

interface Report {
  readonly modules: readonly { readonly source: string }[]
  readonly summary: {
    readonly violations: readonly {
      readonly from: string
      readonly to: string
      readonly rule: { readonly name: string; readonly severity: string }
      readonly cycle?: readonly { readonly name: string }[]
    }[]
  }
}

const folders = ['apps', 'packages', 'tools', 'e2e']

async function unknownFeatures() {
  const folder = join(root, 'apps/server/src/features')
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isDirectory() && !serverFeatures.includes(entry.name))
    .map((entry) => `apps/server/src/features/${entry.name} has no place in the order of features`)
}

/** Who may import whom, by dependency-cruiser. */
export async function checkWalls(): Promise<Outcome> {
  const args = [...folders, '--config', '.dependency-cruiser.mjs', '--output-type', 'json']
  const { stdout, output } = await captureNode(
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    args,
  )
  if (!stdout.startsWith('{')) return { isFine: false, output }
  const report = JSON.parse(stdout) as Report
  const seen = new Set(report.modules.map((module) => module.source))
  const sources = await Promise.all(
    folders.map((folder) => pathsUnder(folder, /^(?!.*\.d\.ts$).*\.(?:ts|tsx|mjs)$/u)),
  )
  const faults = [
    ...sources
      .flat()
      .filter((path) => !seen.has(path))
      .map((path) => `${path} was not read: is @swc/core installed?`),
    ...report.summary.violations.map(({ from, to, rule, cycle }) => {
      const path = cycle ? cycle.map(({ name }) => name).join(' -> ') : to
      return `${from} -> ${path}\n    ${rule.name}`
    }),
    ...(await unknownFeatures()),
  ]
  return { isFine: faults.length === 0, output: faults.join('\n') }
}
