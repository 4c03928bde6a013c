import type { Outcome } from '../child.ts'
import { readFilesUnder, getLineNumber, type SourceFile } from '../source-files.ts'

interface Rule {
  readonly pattern: RegExp
  readonly fault: string
  readonly only?: RegExp
  readonly except?: RegExp
}

const rules: readonly Rule[] = [
  {
    pattern: /(?<![\w.~$}])\/(?:work|root|home|Users)\/[\w.-]+|\b[A-Z]:\\Users\\/gu,
    fault: 'a path of one computer',
  },
  {
    pattern: /"resolved": "https?:/gu,
    fault: 'the URL of a package registry; set omit-lockfile-registry-resolved for npm',
    only: /package-lock\.json$/u,
  },
  {
    pattern: /\b(?:TO-?DO|FIX-?ME|XXX|HACK)\b/gu,
    fault: 'unfinished work; open an issue instead',
    except: /package-lock\.json$/u,
  },
  { pattern: /^(?:<{7} |>{7} |={7}$)/gmu, fault: 'a merge conflict' },
  {
    pattern: /\bprocess\.env\b/gu,
    fault: 'process.env; only main.ts reads it and passes a Config to everything else',
    only: /^(?:apps|packages)\/.*\.(?:ts|tsx)$/u,
    except:
      /^apps\/(?:server|bridge)\/src\/main\.ts|\/src\/testing\/|\.test\.tsx?$|\/vite\.config\.ts$/u,
  },
  {
    // On SQLite a query on the outer handle would deadlock with the transaction.
    pattern:
      /\b(\w+)(?:\.within\([^()]*\))?\s*\.transaction\((?:\)\s*\.execute\()?\s*(?:async\s*)?(?:\(\s*(?!\1\s*[,:)])\w+\s*[,:)]|(?!\1\b)\w+\s*=>)/gu,
    fault: 'a transaction whose handle does not hide the outer one; give both the same name',
    only: /^apps\/server\/src\/.*\.ts$/u,
    // The folder db implements transactions.
    except: /^apps\/server\/src\/db\/|\.test\.ts$/u,
  },
  {
    pattern: /\bin\s*\(\$\{sql\.join\(/gu,
    fault: 'a list in raw SQL, which may be empty; write isOneOf of db/is-one-of.ts',
    only: /^apps\/server\/src\/.*\.ts$/u,
    except: /^apps\/server\/src\/db\/is-one-of\.ts$/u,
  },
  {
    pattern:
      /\b(?:ADMIN|API|AUTH|CAP|CASE|CT|DEV|DICOM|MEAS|REG|REP|ROLE|SHELL|STUDY|VIEW)-\d\d\b/gu,
    fault: 'a number of a checklist outside the repository; state the rule itself',
  },
  {
    pattern: /<Icon(?!Frame\b)[A-Z]\w+/gu,
    fault: 'an icon with a size of its own; write <Icon icon={…} size="…" />',
    only: /^apps\/web\/src\/.*\.tsx$/u,
  },
]

const catchAllName = /(?:^|[/-])(?:utils?|helpers?|common|manager|misc)(?:\.|\/|$)/u
const itself = /^tools\/checks\/repository-rules(?:\.test)?\.ts$/u
const text =
  /\.(?:ts|tsx|mjs|cjs|js|json|jsonc|css|html|md|ya?ml|sql|svg|txt)$|^\.ci\/|^\.[a-z]+rc$/u

export function findFaults({ path, text: content }: SourceFile): string[] {
  const faults = rules
    .filter(({ only, except }) => (only?.test(path) ?? true) && !(except?.test(path) ?? false))
    .flatMap(({ pattern, fault }) =>
      [...content.matchAll(pattern)].map(
        (match) => `${path}:${getLineNumber(content, match.index)}: ${match[0].trim()}: ${fault}`,
      ),
    )
  if (/^(?:apps|packages|tools)\/.*\.tsx?$/u.test(path) && catchAllName.test(path)) {
    faults.push(`${path}: a catch-all file; name the file after its content`)
  }
  return faults
}

/**
 * A lock file made without the packages of some platforms breaks the install on those platforms.
 */
export function findMissingPlatforms(lock: {
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

export async function checkRepositoryRules(): Promise<Outcome> {
  const files = (await readFilesUnder('.', text)).filter(({ path }) => !itself.test(path))
  const lock = files.find(({ path }) => path === 'package-lock.json')
  const faults = [
    ...files.flatMap(findFaults),
    ...(lock
      ? findMissingPlatforms(JSON.parse(lock.text) as Parameters<typeof findMissingPlatforms>[0])
      : []),
  ]
  return { isFine: faults.length === 0, output: faults.join('\n') }
}
