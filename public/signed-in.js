// The provider of federated sign-in sends people back to this page. It tells the page that asked, and goes.
(function () {
  var answer = new URLSearchParams(location.search);
  var key = answer.get('key') || 'vereinsportal';
  var attempt = answer.get('attempt') || '';
  var ok = !answer.has('failed');
  var code = answer.has('code');

  if (answer.get('mode') === 'redirect') {
    var back = '';
    // The page that asked was this very tab; it finds the answer in its own storage (src/web/accounts/sessions/federation.ts).
    try {
      sessionStorage.setItem(key + ':federation-answer', JSON.stringify({ attempt: attempt, ok: ok, at: Date.now() }));
      back = sessionStorage.getItem(key + ':federation-back') || '';
      sessionStorage.removeItem(key + ':federation-back');
    } catch {
      // Without storage the start page shows by itself who is signed in.
    }
    location.replace('/login' + back + (code ? '#code' : ''));
    return;
  }

  // The popup lost its opener on the way through the provider, so it answers to all pages of this site.
  var channel = new BroadcastChannel(key + '.federation');
  channel.postMessage({ attempt: attempt, ok: ok, code: code });
  document.getElementById('title').textContent = code
    ? 'Jetzt fehlt noch Ihr zweiter Schritt.'
    : ok
      ? 'Sie sind eingeloggt.'
      : 'Das Einloggen wurde nicht abgeschlossen.';
  document.getElementById('text').textContent = code
    ? 'Er geht im anderen Fenster weiter; dieses können Sie schließen.'
    : 'Sie können dieses Fenster schließen.';
  window.close();
})();
