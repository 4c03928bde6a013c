import type { BackupWarning } from '@talus/contract'

/** Images may already be at risk. */
export const urgentWarnings: readonly BackupWarning[] = [
  'failed',
  'check-failed',
  'overdue',
  'damaged',
  'data-disk-critical',
]
