import { randomBytes } from 'node:crypto'
import { isToken } from '../http/guard.ts'

const secret = () => randomBytes(32).toString('base64url')
const pagesMax = 20

/**
 * Who may use the control panel: a page that was opened with a one-time link, or, in a demo, any page
 * of the bridge itself. Its tokens open the simulator and nothing else.
 */
export function panelAccess(isOpen: boolean) {
  const codes = new Set<string>()
  let tokens: readonly string[] = []

  return {
    newCode: (): string => {
      const code = secret()
      codes.add(code)
      return code
    },
    /** A code is good for one page. */
    enter: (code: string | undefined): string | undefined => {
      const fitting = [...codes].find((known) => code !== undefined && isToken(code, known))
      if (fitting === undefined && !isOpen) return undefined
      if (fitting !== undefined) codes.delete(fitting)
      const token = secret()
      tokens = [...tokens, token].slice(-pagesMax)
      return token
    },
    isPanelToken: (given: string) => tokens.some((token) => isToken(given, token)),
  }
}

export type PanelAccess = ReturnType<typeof panelAccess>
