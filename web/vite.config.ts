import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // `vite` serves the sources as they are edited; everything else it asks of a gateway that runs beside it.
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
  build: {
    sourcemap: false,
    // The content security policy takes images from data: addresses, and nothing else that is inlined.
    assetsInlineLimit: 0,
  },
});
