import { AccountPage } from '../features/account/account-page.tsx'
import { NoticePreferencesCard } from '../features/notices/notice-preferences-card.tsx'

export const Page = () => (
  <AccountPage>
    <NoticePreferencesCard />
  </AccountPage>
)
