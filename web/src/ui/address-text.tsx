/** An email address; if it has to wrap, it does so after the @. */
export function AddressText({ children }: { children: string }) {
  const [name, ...rest] = children.split('@')
  if (rest.length === 0) return name
  return (
    <>
      {name}@<wbr />
      {rest.join('@')}
    </>
  )
}
