import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { serverFeatures } from '../../.dependency-cruiser.mjs'
import { runNodeAndCapture, root, type Outcome } from '../child.ts'
import { listPaths } from '../source-files.ts'
import { findFolderCircles } from './folder-circles.ts'
import type { CruisedModule } from './folder-circles.ts'

interface Report {
  readonly modules: readonly CruisedModule[]
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

async function findUnlistedFeatures() {
  const folder = join(root, 'apps/server/src/features')
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isDirectory() && !serverFeatures.includes(entry.name))
    .map((entry) => `apps/server/src/features/${entry.name} is missing in the list serverFeatures`)
}

/** Checks the import boundaries with dependency-cruiser. */
export async function checkImportBoundaries(): Promise<Outcome> {
  const args = [...folders, '--config', '.dependency-cruiser.mjs', '--output-type', 'json']
  const { stdout, output } = await runNodeAndCapture(
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    args,
  )
  if (!stdout.startsWith('{')) return { isFine: false, output }
  const report = JSON.parse(stdout) as Report
  const seen = new Set(report.modules.map((module) => module.source))
  const sources = await Promise.all(
    folders.map((folder) => listPaths(folder, /^(?!.*\.d\.ts$).*\.(?:ts|tsx|mjs)$/u)),
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
    ...findFolderCircles(report.modules),
    ...(await findUnlistedFeatures()),
  ]
  return { isFine: faults.length === 0, output: faults.join('\n') }
}
