import i18next from 'i18next'
import { pending } from '../api/pending-requests.ts'
import { settings } from '../api/page-settings.ts'
import { confirm } from '../ui/modals/confirm.tsx'

/** The browser's own question, while something is being saved. */
export function warnBeforeUnload() {
  addEventListener('beforeunload', (event) => {
    if (pending.store.get().changes > 0) event.preventDefault()
  })
}

/** Leaves for the launcher of the clinic's PC; work in progress is named first. */
export async function exitApp() {
  const { launcherExitUrl } = settings
  if (launcherExitUrl === null) return
  const wantsOut = await confirm({
    title: i18next.t('shell:exit.title'),
    text: i18next.t('shell:exit.text'),
    confirm: i18next.t('shell:exit.confirm'),
  })
  if (!wantsOut) return
  const { requests } = pending.store.get()
  if (requests > 0) {
    const insists = await confirm({
      title: i18next.t('shell:exit.pendingTitle'),
      text: i18next.t('shell:exit.pendingText', { count: requests }),
      confirm: i18next.t('shell:exit.pendingConfirm'),
      cancel: i18next.t('shell:exit.pendingCancel'),
      isDestructive: true,
    })
    if (!insists) return
  }
  location.assign(launcherExitUrl)
}
