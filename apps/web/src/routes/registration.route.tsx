import { Registration } from '../features/registration/registration.tsx'
import { Worklist } from '../features/studies/worklist.tsx'

export const Page = () => <Registration worklist={(slot) => <Worklist {...slot} />} />
