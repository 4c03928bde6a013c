import type { Outcome } from '../child.ts'
import { filesUnder, lineAt, type SourceFile } from '../source-files.ts'

interface Rule {
  readonly pattern: RegExp
  readonly fault: string
  readonly only?: RegExp
  readonly except?: RegExp
}

const rules: readonly Rule[] = [
  {
    pattern: /(?<![\w.~$}])\/(?:work|root|home|Users)\/[\w.-]+|\b[A-Z]:\\Users\\/gu,
    fault: 'a path of one machine',
  },
  {
    pattern: /"resolved": "https?:/gu,
    fault: 'an address of a package registry; set omit-lockfile-registry-resolved for npm',
    only: /package-lock\.json$/u,
  },
  {
    pattern: /\b(?:TO-?DO|FIX-?ME|XXX|HACK)\b/gu,
    fault: 'work left for later; file an issue instead',
    except: /package-lock\.json$/u,
  },
  { pattern: /^(?:<{7} |>{7} |={7}$)/gmu, fault: 'a merge conflict' },
  {
    pattern: /\bprocess\.env\b/gu,
    fault: 'process.env; only main.ts reads it, everything else is given its Config',
    only: /^(?:apps|packages)\/.*\.(?:ts|tsx)$/u,
    except:
      /^apps\/(?:server|bridge)\/src\/main\.ts|\/src\/testing\/|\.test\.tsx?$|\/vite\.config\.ts$/u,
  },
  {
    // On SQLite the outer handle would wait for the transaction that waits for it.
    pattern: /\binTransaction\(\s*(\w+)\s*,\s*(?:async\s*)?\(\s*(?!\1\b)\w+/gu,
    fault: 'a transaction whose handle does not hide the outer one; give both the same name',
    only: /^apps\/server\/src\/.*\.ts$/u,
  },
]

const drawer = /(?:^|[/-])(?:utils?|helpers?|common|manager|misc)(?:\.|\/|$)/u
const itself = /^tools\/checks\/hygiene(?:\.test)?\.ts$/u
const text =
  /\.(?:ts|tsx|mjs|cjs|js|json|jsonc|css|html|md|ya?ml|sql|svg|txt)$|^\.ci\/|^\.[a-z]+rc$/u

export function faultsOf({ path, text: content }: SourceFile): string[] {
  const faults = rules
    .filter(({ only, except }) => (only?.test(path) ?? true) && !(except?.test(path) ?? false))
    .flatMap(({ pattern, fault }) =>
      [...content.matchAll(pattern)].map(
        (match) => `${path}:${lineAt(content, match.index)}: ${match[0].trim()}: ${fault}`,
      ),
    )
  if (/^(?:apps|packages|tools)\/.*\.tsx?$/u.test(path) && drawer.test(path)) {
    faults.push(`${path}: a drawer; name the file after what it holds`)
  }
  return faults
}

/** A lock file made where some platforms' packages could not be had breaks the install on those. */
export function missingPlatforms(lock: {
  readonly packages: Readonly<
    Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>
  >
}): string[] {
  const wanted = /(?:win32-x64|darwin-arm64|darwin-x64|linux-x64|linux-arm64)(?:-(?:gnu|msvc))?$/u
  const names = new Set(
    Object.keys(lock.packages).map((path) => path.split('node_modules/').at(-1)),
  )
  return Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => wanted.test(name) && !names.has(name))
      .map((name) => `package-lock.json: ${path} lacks ${name}`),
  )
}

export async function checkHygiene(): Promise<Outcome> {
  const files = (await filesUnder('.', text)).filter(({ path }) => !itself.test(path))
  const lock = files.find(({ path }) => path === 'package-lock.json')
  const faults = [
    ...files.flatMap(faultsOf),
    ...(lock
      ? missingPlatforms(JSON.parse(lock.text) as Parameters<typeof missingPlatforms>[0])
      : []),
  ]
  return { isFine: faults.length === 0, output: faults.join('\n') }
}
