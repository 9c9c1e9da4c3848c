import { PositivePay } from '#bank/positive-pay/positive-pay.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export function PositivePayScreen() {
  return (
    <>
      <PageHeader
        title="Positive Pay"
        subtitle="Files that tell your bank which checks were issued and voided, so that it pays only checks that you issued."
      />
      <PositivePay />
    </>
  )
}
