import { may } from '#access/sessions/permissions.ts'
import { usePerson } from '#access/sessions/session-provider.tsx'
import { RedFlags } from '#checks/reports/red-flags.tsx'
import { StaleChecks } from '#checks/reports/stale-checks.tsx'
import { UnclaimedProperty } from '#checks/reports/unclaimed-property.tsx'
import { GroupSelect, useChosenGroup } from '#organization/chosen-group.tsx'
import { PageHeader } from '#ui/page-header.tsx'

/** Reports about checks that need attention. */
export function CheckReportsScreen() {
  const chosenGroup = useChosenGroup()
  const { chosen } = chosenGroup
  const person = usePerson()
  return (
    <>
      <PageHeader
        title="Check Reports"
        subtitle="Checks that need a closer look."
        actions={<GroupSelect {...chosenGroup} />}
      />
      <StaleChecks />
      {may(person, 'checks.look-into') && <RedFlags />}
      {chosen && <UnclaimedProperty key={chosen.id} groupId={chosen.id} />}
    </>
  )
}
