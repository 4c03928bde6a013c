import { AccountPage } from '../features/account/account-page.tsx'
import { SignatureCard } from '../features/cases/signature/signature-card.tsx'
import { NoticePreferencesCard } from '../features/notices/notice-preferences-card.tsx'

export const Page = () => (
  <AccountPage>
    <SignatureCard />
    <NoticePreferencesCard />
  </AccountPage>
)
