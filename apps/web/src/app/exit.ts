import i18next from 'i18next'
import { pendingRequests } from '../api/pending-requests.ts'
import { pageSettings } from '../api/page-settings.ts'
import { confirm } from '../ui/modals/confirm.tsx'

/** Makes the browser ask before it closes the page while a change is being saved. */
export function warnBeforeUnload() {
  addEventListener('beforeunload', (event) => {
    if (pendingRequests.store.get().changes > 0) event.preventDefault()
  })
}

/** Leaves for the launcher of the clinic's computer; first asks again if requests are pending. */
export async function exitApp() {
  const { launcherExitUrl } = pageSettings
  if (launcherExitUrl === null) return
  const wantsOut = await confirm({
    title: i18next.t('shell:exit.title'),
    text: i18next.t('shell:exit.text'),
    confirm: i18next.t('shell:exit.confirm'),
  })
  if (!wantsOut) return
  const { requests } = pendingRequests.store.get()
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
