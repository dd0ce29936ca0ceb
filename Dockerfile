# Built in one stage, run in another: compilers' leavings and pip's caches stay behind.
FROM python:3.13-slim AS build
RUN python -m venv /opt/klondaily
ENV PATH=/opt/klondaily/bin:$PATH
WORKDIR /src
COPY constraints.txt ./
# The long part first, so that a changed line of ours does not install everything again.
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY app/__init__.py app/__init__.py
RUN mkdir -p migrations static templates \
    && (pip install --no-cache-dir --only-binary isal,numba,llvmlite,numpy,zstandard --constraint constraints.txt ".[fast]" \
        || pip install --no-cache-dir --constraint constraints.txt .)
COPY app app
COPY migrations migrations
COPY static static
COPY templates templates
RUN pip install --no-cache-dir --no-deps --force-reinstall .

FROM python:3.13-slim
RUN useradd --system --uid 10001 --home-dir /data klondaily \
    && install --directory --owner=klondaily --group=klondaily /data
COPY --from=build /opt/klondaily /opt/klondaily
ENV PATH=/opt/klondaily/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    KLONDAILY_DATA=/data \
    KLONDAILY_HOST=0.0.0.0 \
    NUMBA_CACHE_DIR=/data/numba
USER klondaily
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen('http://127.0.0.1:' + os.environ.get('KLONDAILY_PORT', '8000') + '/healthz', timeout=4)"]
# Migrates the database, then serves.
ENTRYPOINT ["klondaily"]
CMD ["serve"]
