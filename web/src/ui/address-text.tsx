/** An e-mail address; where it has to be broken, after the @. */
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
