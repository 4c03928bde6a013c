import { Button } from '@mantine/core'
import { IconBuildingHospital, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { clinicQueries } from '../../api/records/clinic.ts'
import { useCan } from '../../api/session.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { NoClinicPanel } from '../../ui/states/clinic-needed.tsx'
import { StatePanel } from '../../ui/states/state-panel.tsx'
import { openClinicPicker } from './open-clinic-picker.tsx'

/** The next step of a user who works in no clinic: to select one, or to create the first. */
export function NoClinic() {
  const { t } = useTranslation()
  const mayList = useCan('clinic.list')
  const mayCreate = useCan('clinic.create')
  const { data: clinics } = useQuery({ ...clinicQueries.list(), enabled: mayList })
  if (!mayList) return <NoClinicPanel />
  if (mayCreate && clinics?.every(({ isDeleted }) => isDeleted))
    return (
      <StatePanel
        icon={<Icon icon={IconBuildingHospital} size="3xl" />}
        title={t('studies:noClinic.firstTitle')}
        text={t('studies:noClinic.firstText')}
      >
        <Button
          component={Link}
          to="/settings/clinics"
          size="md"
          leftSection={<Icon icon={IconPlus} />}
        >
          {t('studies:noClinic.create')}
        </Button>
      </StatePanel>
    )
  return (
    <NoClinicPanel>
      <Button size="md" onClick={() => openClinicPicker(t('shell:clinic.select'))}>
        {t('studies:noClinic.choose')}
      </Button>
    </NoClinicPanel>
  )
}
