import i18next from 'i18next'
import { ApiError } from '../../../api/api-error.ts'
import { showErrorDialog } from '../../../ui/modals/confirm.tsx'

export const isCancelled = (error: unknown) =>
  error instanceof ApiError && error.code === 'capture/cancelled'

/** Another page has set the generator for another animal since this one did. */
export const isSetForOther = (error: unknown) =>
  error instanceof ApiError && error.code === 'device/set-for-other'

export type FailureTitle = 'timeOut' | 'sensor' | 'generator'

const generatorCodes: readonly string[] = [
  'device/generator-unavailable',
  'device/generator-error',
  'device/set-for-other',
]

/** Chooses the title of the error dialog; undefined means the general title. */
export function getFailureTitle(
  error: Pick<ApiError, 'status' | 'code'>,
): FailureTitle | undefined {
  if (error.status === 408) return 'timeOut'
  if (error.code !== undefined && generatorCodes.includes(error.code)) return 'generator'
  return error.code?.startsWith('device/') ? 'sensor' : undefined
}

/**
 * Shows why a capture has failed; nothing after a 401, because the sign-out is reported already.
 */
export function showCaptureFailure(error: unknown) {
  if (error instanceof ApiError && error.status === 401) return
  const title = error instanceof ApiError ? getFailureTitle(error) : undefined
  // Uses the server's message; an error without a code has only the general message of every call.
  const hasMessage = error instanceof ApiError && (error.code !== undefined || error.status === 0)
  showErrorDialog(
    hasMessage ? error.message : i18next.t('capture:error.unknown'),
    title && i18next.t(`capture:error.${title}`),
  )
}
