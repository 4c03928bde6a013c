import { AnimalMenu, OwnerMenu } from '../features/reassign/record-menus.tsx'
import { Registration } from '../features/registration/registration.tsx'
import { Worklist } from '../features/studies/worklist.tsx'

export const Page = () => (
  <Registration
    worklist={(slot) => <Worklist {...slot} />}
    patientMenu={(slot) => <AnimalMenu {...slot} />}
    ownerMenu={(slot) => <OwnerMenu {...slot} />}
  />
)
