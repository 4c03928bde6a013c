import { tokenStore } from '../api/token.ts'
import { useStore } from '../store.ts'
import { PublicPage } from './public-page.tsx'
import { ContactNotice } from './shell/contact-notice.tsx'
import { useSessionWatch } from './shell/use-session-watch.ts'

/** A page of a signed-in user without the frame of the others: the guided set-up. */
export const SignedInPage = () => (useStore(tokenStore) === undefined ? null : <Watched />)

function Watched() {
  useSessionWatch()
  return (
    <>
      <ContactNotice />
      <PublicPage />
    </>
  )
}
