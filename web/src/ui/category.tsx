const KNOWN: Record<string, string> = {
  biz: 'biz',
  business: 'biz',
  sys: 'sys',
  system: 'sys',
  analytics: 'ana',
  maintenance: 'mnt',
};

/** The mark of a category: each known one has a shape of its own, any other word a ring. */
export function CategoryMark({ category }: { category: string }) {
  if (category === '') return <span className="category none" aria-hidden />;
  return (
    <span
      className={`category ${KNOWN[category.toLowerCase()] ?? 'other'}`}
      role="img"
      aria-label={category}
      title={category}
    />
  );
}
