import { Clearing } from '#bank/clearing/clearing.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function ClearingScreen() {
  return (
    <>
      <PageHeader
        title="Clearing"
        subtitle="What your bank says it paid, compared with the checks that you issued, and what somebody has to look into."
      />
      <Clearing />
    </>
  )
}
