import { HandOverChecks, MailChecks } from '#checks/mail-checks.tsx'
import { AddressLabels } from '#checks/ready-papers.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function MailChecksScreen() {
  return (
    <>
      <PageHeader
        title="Mail and Hand Over Checks"
        subtitle="Mail the envelopes, and enter each tracking number here. Hand the other checks to the people who take them."
        actions={<AddressLabels account={0} />}
      />
      <MailChecks />
      <HandOverChecks />
    </>
  )
}
