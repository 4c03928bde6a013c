import i18next from 'i18next'
import type { NavigateFunction } from 'react-router'
import { confirm } from '../../ui/modals/confirm.tsx'

export async function confirmLogOut(navigate: NavigateFunction) {
  const wantsOut = await confirm({
    title: i18next.t('shell:logOut.title'),
    text: i18next.t('shell:logOut.text'),
    confirm: i18next.t('shell:logOut.confirm'),
  })
  if (wantsOut) await navigate('/logout')
}
