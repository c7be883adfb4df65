package io.github.sluice.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/**
 * The page in a real browser. Its pictures go to {@code target/}, and to the directory that {@code -Ddocs.images} names,
 * such as that of the documentation.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "sluice.redis.timeout=1s")
class BrowserIT {

    /** Pairs of elements with text of their own that lie upon each other, and elements whose text is cut off. */
    private static final String FLAWS = """
            const name = e => e.tagName + ' "' + e.textContent.trim().slice(0, 40) + '"';
            const texts = [...document.querySelectorAll('body *:not(svg *):not(script)')].filter(e =>
                [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) && e.getClientRects().length);
            const boxes = texts.flatMap(e => [...e.getClientRects()].map(box => [e, box]));
            const flaws = [];
            for (const [e, box] of boxes) {
                if (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline') {
                    flaws.push('cut: ' + name(e));
                }
                if (box.left < 0 || box.right > innerWidth) {
                    flaws.push('outside: ' + name(e));
                }
                for (const [other, its] of boxes) {
                    if (other !== e && !e.contains(other) && !other.contains(e) && box.left < its.right - 1
                            && its.left < box.right - 1 && box.top < its.bottom - 1 && its.top < box.bottom - 1) {
                        flaws.push('upon each other: ' + name(e) + ' and ' + name(other));
                    }
                }
            }
            return flaws;
            """;

    /** For a picture of buckets at different levels: 60 requests at once, of all callers. */
    private static final String SCENE = """
            const send = (caller, button, times) => {
                document.querySelector(`input[value=${caller}]`).click();
                for (let i = 0; i < times; i++) document.getElementById(button).click();
            };
            send('vip', 'burst', 1);
            send('user', 'one', 12);
            send('key', 'one', 16);
            send('address', 'export', 2);
            document.activeElement.blur();
            """;

    @TempDir
    private static Path profile;

    private static LivePage page;

    private int port;

    @BeforeAll
    static void startBrowser() {
        Optional<LivePage> browser = LivePage.inBrowser(profile);
        Assumptions.assumeTrue(browser.isPresent(), "there are no programs called chromium and chromedriver");
        page = browser.get();
    }

    @AfterAll
    static void stopBrowser() {
        if (page != null) {
            page.close();
        }
    }

    @BeforeEach
    void openThePage(@LocalServerPort int port) {
        this.port = port;
        page.open(port, 1440, "light");
        awaitFullBuckets();
    }

    @AfterEach
    void resumeRedis() {
        Caller caller = new Caller(port);
        caller.post("/demo/redis/resume");
        page.await(() -> caller.get("/actuator/ratelimits").body().contains("\"state\":\"ok\""));
    }

    @Test
    void moreThanABucketHoldsEmptiesItAndIsDeniedAndThenItFillsAgain() {
        page.click("burst");
        page.await(() -> page.answers() == 30);
        assertThat(page.count("allowed")).isGreaterThanOrEqualTo(20);

        page.rate(30);
        page.await(() -> page.tokens("address").equals("0") && page.dots("denied") > 0);
        assertThat(page.dots("allowed")).isPositive();
        page.await(() -> page.text("#last-status").equals("429 Too Many Requests"));
        assertThat(page.text("#last-policy")).isEqualTo("\"default\";q=20;w=4");

        page.rate(0);
        page.await(() -> page.tokens("address").equals("20"));
        page.await(() -> page.text("#summary").contains("denied"));
        assertThat(page.tokens("user")).isEqualTo("20");
    }

    @Test
    void eachCallerPaysFromItsOwnBucket() {
        page.choose("key");
        page.click("one");
        page.await(() -> page.text("#last-state").contains(";r=19"));
        page.await(() -> page.tokens("key").equals("20"));

        page.choose("user");
        page.click("one");
        page.await(() -> page.text("#last-request").equals("GET /users/me"));
        assertThat(page.text("#last-state")).contains(";r=19");

        page.choose("vip");
        page.click("burst");
        page.await(() -> page.answers() == 32);
        page.await(() -> page.text("[data-bucket=vip] .limit").equals("plan vip: 100 tokens, 25/s"));

        page.click("export");
        page.await(() -> page.text("#last-request").equals("POST /reports/export"));
        assertThat(page.text("#last-state")).contains(";r=10");
        assertThat(page.count("allowed")).isEqualTo(33);
    }

    @Test
    void aPausedRedisShowsAsDegradedAndThenAsBack() {
        assertThat(page.text("#store-state")).isEqualTo("ok");

        page.click("pause");
        page.await(() -> page.text("#store-state").equals("degraded"));
        page.await(() -> page.tokens("address").equals("unknown"));
        assertThat(page.attribute("pause", "aria-checked")).isEqualTo("true");
        page.click("burst");
        page.await(() -> page.answers() == 30);
        assertThat(page.dots("allowed-alone")).isPositive();
        page.await(() -> page.text("#last-state").equals("none"));
        page.capture(390, Path.of("target", "browser", "degraded.png"));
        assertThat((List<?>) page.script(FLAWS)).isEmpty();

        page.click("pause");
        page.await(() -> page.text("#store-state").equals("back"));
        page.await(() -> page.tokens("address").equals("20"));
        assertThat(page.attribute("pause", "aria-checked")).isEqualTo("false");
        page.click("one");
        page.await(() -> page.count("allowed") == 1);
    }

    @Test
    void worksByTheKeyboardAndShowsWhereItIs() {
        page.tabTo("burst");
        assertThat(page.script("return getComputedStyle(document.activeElement).outlineStyle"))
                .isEqualTo("solid");
        page.press(Keys.SPACE);
        page.await(() -> page.answers() == 30);
        page.tabTo("rate");
        page.press(Keys.ARROW_RIGHT);
        page.await(() -> page.text("#rate-text").equals("1 per second"));
        page.press(Keys.HOME);
        page.tabTo("pause");
        page.press(Keys.SPACE);
        page.await(() -> page.text("#store-state").equals("degraded"));
    }

    @Test
    void nothingMovesForThoseWhoWantItSo() {
        page.media("prefers-reduced-motion", "reduce");
        page.click("burst");
        page.await(() -> page.answers() == 30);
        page.await(() -> "drops"
                .equals(page.script("return document.querySelector('[data-bucket=address]').dataset.refilling")));
        assertThat(page.script("return document.getAnimations().length")).isEqualTo(0L);
    }

    @ParameterizedTest
    @CsvSource({"390, light", "390, dark", "1440, light", "1440, dark"})
    void fitsPhonesAndDesksInLightAndDark(int width, String scheme) {
        page.open(port, width, scheme);
        awaitFullBuckets();
        for (String caller : List.of("vip", "user", "address")) {
            page.choose(caller);
            page.click("one");
        }
        page.rate(12);
        page.await(() -> page.count("denied") >= 8);
        int before = page.answers();
        page.script(SCENE);
        page.await(() -> page.answers() >= before + 60);

        Stream.concat(Stream.of("target/browser"), Optional.ofNullable(System.getProperty("docs.images")).stream())
                .map(Path::of)
                .forEach(images -> page.capture(width, images.resolve("page-" + width + "-" + scheme + ".png")));
        assertThat((List<?>) page.script(FLAWS)).isEmpty();
        assertThat(page.script("return document.documentElement.scrollWidth")).isEqualTo((long) width);
        assertThat(page.script("return getComputedStyle(document.body).backgroundColor"))
                .isEqualTo(scheme.equals("dark") ? "rgb(15, 20, 26)" : "rgb(244, 246, 248)");
        assertThat(page.complaints()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {320, 600, 768, 1024})
    void fitsWidthsInBetween(int width) {
        page.open(port, width, "light");
        awaitFullBuckets();
        page.capture(width, Path.of("target", "browser", "width-" + width + ".png"));
        assertThat((List<?>) page.script(FLAWS)).isEmpty();
        assertThat(page.script("return document.documentElement.scrollWidth")).isEqualTo((long) width);
    }

    private static void awaitFullBuckets() {
        page.await(() -> Stream.of("address", "key", "user", "export")
                .allMatch(bucket -> page.tokens(bucket).equals("20")));
        page.await(() -> List.of("20", "100").contains(page.tokens("vip")));
    }
}
