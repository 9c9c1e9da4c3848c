import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { DealerGroups } from '#organization/dealer-groups.tsx'
import { Dealerships } from '#organization/dealerships.tsx'
import { DeliveryMethods } from '#organization/delivery-methods.tsx'
import { Purposes } from '#organization/purposes.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function AdminDealershipsScreen() {
  const person = usePerson()
  return (
    <>
      <PageHeader title="Dealerships Management" />
      <DealerGroups />
      <Dealerships />
      {may(person, 'choices.write') && (
        <>
          <Purposes />
          <DeliveryMethods />
        </>
      )}
    </>
  )
}
