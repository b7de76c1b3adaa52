/**
 * Whether an `Accept-Encoding` header accepts an encoding, by name or `*`, with non-zero weight. Source: RFC 9110,
 * section 12.5.3.
 */
export const acceptsEncoding = (header: string | undefined, encoding: string): boolean => {
  const weights = new Map<string, number>();
  for (const item of (header ?? '').split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  return (weights.get(encoding) ?? weights.get('*') ?? 0) > 0;
};
