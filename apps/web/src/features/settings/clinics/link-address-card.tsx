import { Button } from '@mantine/core'
import { isLocalAddress, limits, LinkAddressText } from '@talus/contract'
import type { ClinicId, LinkAddress } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { linkAddressMutations, linkAddressQueries } from '../../../api/records/link-address.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { TextField } from '../../../ui/form/fields.tsx'
import { FormFrame, FormGroup } from '../../../ui/form/form-frame.tsx'
import { findSchemaFaults } from '../../../ui/form/schema-faults.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { QueryCard } from '../query-card.tsx'
import styles from './link-address.module.css'

const Values = z.object({ address: LinkAddressText })

/** The address with which mailed and shared links begin, with suggestions for this network. */
export function LinkAddressCard({ clinicId }: { readonly clinicId: ClinicId }) {
  const { t } = useTranslation()
  const query = useQuery(linkAddressQueries.ofClinic(clinicId))
  return (
    <QueryCard
      title={t('settings:linkAddress.title')}
      text={t('settings:linkAddress.text')}
      query={query}
    >
      {(data) => <LinkAddressForm key={data.own} clinicId={clinicId} data={data} />}
    </QueryCard>
  )
}

interface LinkAddressFormProps {
  readonly clinicId: ClinicId
  readonly data: LinkAddress
}

function LinkAddressForm({ clinicId, data }: LinkAddressFormProps) {
  const { t } = useTranslation()
  const update = useRecordMutation(linkAddressMutations.update)
  const form = useForm({
    initial: { address: data.own },
    labels: { address: t('settings:linkAddress.address') },
    required: [],
    isNew: false,
    draft: `link-address-of-${clinicId}`,
    check: (values) => findSchemaFaults(Values, values),
    save: async (values) => {
      await update({ params: { clinicId }, body: values })
      toast.done(t('common:form.saved'))
    },
  })
  const typed = form.values.address.trim()
  const isLocal = typed === '' ? data.isLocal : isLocalAddress(typed)
  return (
    <FormFrame
      form={form}
      label={t('settings:linkAddress.title')}
      saveLabel={t('common:action.save')}
    >
      <FormGroup>
        <TextField
          form={form}
          name="address"
          maxLength={limits.textMax}
          description={t('settings:linkAddress.hint', { address: data.used })}
        />
      </FormGroup>
      {data.suggestions.length > 0 ? (
        <div className={styles.suggestions}>
          <span>{t('settings:linkAddress.suggestions')}</span>
          {data.suggestions.map((address) => (
            <Button
              key={address}
              variant="default"
              size="xs"
              onClick={() => form.setValue('address', address)}
            >
              {address}
            </Button>
          ))}
        </div>
      ) : null}
      {isLocal ? <p className={styles.warning}>{t('settings:linkAddress.local')}</p> : null}
      {data.isServerLocal && !isLocal ? (
        <p className={styles.warning}>{t('settings:linkAddress.serverLocal')}</p>
      ) : null}
    </FormFrame>
  )
}
