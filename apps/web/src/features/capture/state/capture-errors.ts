import i18next from 'i18next'
import { ApiError } from '../../../api/api-error.ts'
import { showErrorDialog } from '../../../ui/modals/confirm.tsx'

export const isCancelled = (error: unknown) =>
  error instanceof ApiError && error.code === 'capture/cancelled'

export type FailureTitle = 'timeOut' | 'sensor' | 'generator'

/** Under which title a failed capture is told; undefined is the general one. */
export function failureTitle(error: Pick<ApiError, 'status' | 'code'>): FailureTitle | undefined {
  if (error.status === 408) return 'timeOut'
  if (error.code === 'device/generator-unavailable') return 'generator'
  return error.code?.startsWith('device/') ? 'sensor' : undefined
}

/** Says why no image came. Who was signed out is told so already. */
export function showCaptureFailure(error: unknown) {
  if (error instanceof ApiError && error.status === 401) return
  const title = error instanceof ApiError ? failureTitle(error) : undefined
  // The words of the server; a refusal without any has the general text of every call.
  const hasWords = error instanceof ApiError && (error.code !== undefined || error.status === 0)
  showErrorDialog(
    hasWords ? error.message : i18next.t('capture:error.unknown'),
    title && i18next.t(`capture:error.${title}`),
  )
}
