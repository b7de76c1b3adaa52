import { useEffect, useState } from 'react';
import { dashboardTexts } from '../../shell/texts/dashboard-texts.ts';

const plainList = '../list';

/** What is shown to who has no key, or an old one. The gateway has a list for everybody. */
export const Refused = () => {
  const [hasList, setHasList] = useState(false);
  useEffect(() => {
    const url = new URL(plainList, document.baseURI);
    fetch(url, { method: 'HEAD', cache: 'no-store' }).then(
      ({ ok }) => setHasList(ok),
      () => undefined,
    );
  }, []);
  const { refusedTitle, refused, plainList: toList } = dashboardTexts();
  return (
    <main className="refused">
      <h1>{refusedTitle}</h1>
      <p>
        {refused} <code>galley dashboard</code>.
      </p>
      {hasList && (
        <p>
          <a href={plainList}>{toList}</a>
        </p>
      )}
    </main>
  );
};
