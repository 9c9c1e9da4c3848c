import { DealerGroups } from '#organisation/dealer-groups.tsx'
import { Dealerships } from '#organisation/dealerships.tsx'
import { DeliveryMethods } from '#organisation/delivery-methods.tsx'
import { Purposes } from '#organisation/purposes.tsx'
import { may } from '#sessions/may.ts'
import { usePerson } from '#sessions/session-provider.tsx'
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
