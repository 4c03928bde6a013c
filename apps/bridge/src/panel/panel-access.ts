import { randomBytes } from 'node:crypto'
import { isSameToken } from '../http/guard.ts'

const createSecret = () => randomBytes(32).toString('base64url')
const pagesMax = 20

/**
 * Controls access to the control panel: a page that was opened with a one-time link, or, in a demo,
 * any page of the bridge itself. Its tokens give access to the simulator only.
 */
export function createPanelAccess(isOpen: boolean) {
  const codes = new Set<string>()
  let tokens: readonly string[] = []

  return {
    createCode: (): string => {
      const code = createSecret()
      codes.add(code)
      return code
    },
    /** Exchanges a code for a token; a code is valid for one page. */
    enter: (code: string | undefined): string | undefined => {
      const matching = [...codes].find((known) => code !== undefined && isSameToken(code, known))
      if (matching === undefined && !isOpen) return undefined
      if (matching !== undefined) codes.delete(matching)
      const token = createSecret()
      tokens = [...tokens, token].slice(-pagesMax)
      return token
    },
    isPanelToken: (candidate: string) => tokens.some((token) => isSameToken(candidate, token)),
  }
}

export type PanelAccess = ReturnType<typeof createPanelAccess>
